import type { DraftStore } from "../request/draft-store.ts";
import { RequestForm } from "../request/RequestForm.tsx";
import { hydrate } from "./hydrate.tsx";

/** Hydrates both forms, once a visitor is near one: what one of them sends, the other shows. */
export async function start(draft: DraftStore): Promise<void> {
  await Promise.all([
    hydrate("inline", <RequestForm id="inline" draft={draft} />),
    hydrate("dialog", <RequestForm id="dialog" draft={draft} />),
  ]);
}
