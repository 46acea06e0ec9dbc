/** Fetched when a visitor comes near the demonstration. */
import { Demonstration } from "../demonstration/Demonstration.tsx";
import { RequestLikeThis } from "../request/RequestLikeThis.tsx";
import { hydrate } from "./hydrate.tsx";

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
