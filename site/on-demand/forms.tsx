/** Fetched when a visitor comes near a form. */
import { RequestForm } from "../request/RequestForm.tsx";
import type { KeptDraft } from "../request/submission/kept-draft.ts";
import { hydrate } from "./hydrate.tsx";

/** Hydrates both forms: what one of them sends, the other shows. */
export async function start(draft: KeptDraft): Promise<void> {
  await Promise.all([
    hydrate("inline", <RequestForm id="inline" draft={draft} />),
    hydrate("dialog", <RequestForm id="dialog" draft={draft} />),
  ]);
}
