import { Demonstration } from "../demonstration/Demonstration.tsx";
import { RequestLikeThis } from "../request/RequestLikeThis.tsx";
import { hydrate } from "./hydrate.tsx";

/** Hydrates the demonstration, once a visitor is near it. */
export async function start(): Promise<void> {
  await hydrate(
    "demonstration",
    <Demonstration
      renderRequest={(dataType, variant) => (
        <RequestLikeThis dataType={dataType} variant={variant} />
      )}
    />,
  );
}
