import { Demonstration } from "../demonstration/Demonstration.tsx";
import { RequestLikeThis } from "../request/RequestLikeThis.tsx";

export function LiveDemonstration() {
  return (
    <Demonstration
      renderRequest={(dataType, variant) => (
        <RequestLikeThis dataType={dataType} variant={variant} />
      )}
    />
  );
}
