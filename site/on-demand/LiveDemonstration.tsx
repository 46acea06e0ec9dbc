import { Demonstration } from "../demonstration/Demonstration.tsx";
import { RequestLikeThis } from "../request/RequestLikeThis.tsx";

/** The demonstration, with the buttons that request such data. */
export function LiveDemonstration() {
  return (
    <Demonstration
      renderRequest={(dataType, variant) => (
        <RequestLikeThis dataType={dataType} variant={variant} />
      )}
    />
  );
}
