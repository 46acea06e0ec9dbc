/** Fetched when a visitor comes near a form: brings the islands of the page to life. */
import { hydrateRoot } from "react-dom/client";

import { ISLANDS, type IslandName } from "./islands.tsx";
import { adoptForm } from "./request/draft.ts";

const focused = document.activeElement?.id;

for (const container of document.querySelectorAll<HTMLElement>("[data-island]")) {
  const Content = ISLANDS[container.dataset["island"] as IslandName];
  // Before React looks: a form that it must render anew does not have what was typed.
  for (const form of container.querySelectorAll("form")) adoptForm(form);
  hydrateRoot(container, <Content />, { onRecoverableError: handleForeignChange });
}

/** An island that an extension had changed has been rendered anew, and lost the focus it held. */
function handleForeignChange(error: unknown): void {
  // oxlint-disable-next-line no-console -- nothing to mend, and nothing lost
  console.warn("A part of the page was not as it was sent, and was rendered anew.", error);
  if (focused && document.activeElement === document.body) {
    document.getElementById(focused)?.focus({ preventScroll: true });
  }
}
