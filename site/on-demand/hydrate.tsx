/** Fetched when a visitor comes near a form: brings the islands of the page to life. */
import { startTransition } from "react";
import { hydrateRoot } from "react-dom/client";

import { ISLANDS, type IslandName } from "./islands.tsx";
import { adoptForm } from "../request/draft.ts";

// The toasts, last on the page, come first: they are little, and React's own start is paid with them.
const islands = [...document.querySelectorAll<HTMLElement>("[data-island]")].toReversed();
// Each in a task of its own: between them the page answers.
for (const island of islands) setTimeout(() => hydrate(island));

function hydrate(island: HTMLElement): void {
  const Content = ISLANDS[island.dataset["island"] as IslandName];
  // Before React looks: a form that it must render anew does not have what was typed.
  for (const form of island.querySelectorAll("form")) adoptForm(form);
  const focused = document.activeElement?.id;
  // In a transition React works in slices, and lets the page answer in between.
  startTransition(() => {
    hydrateRoot(island, <Content />, {
      onRecoverableError: (error) => handleForeignChange(error, focused),
    });
  });
}

/** An island that an extension had changed has been rendered anew, and lost the focus it held. */
function handleForeignChange(error: unknown, focused: string | undefined): void {
  // oxlint-disable-next-line no-console -- nothing to fix, and nothing lost
  console.warn(
    "Part of the page had been changed before it was hydrated, and was rendered again.",
    error,
  );
  if (focused && document.activeElement === document.body) {
    document.getElementById(focused)?.focus({ preventScroll: true });
  }
}
