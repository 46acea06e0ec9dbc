/** Fetched when a visitor comes near a form: hydrates the islands of the page. */
import { startTransition } from "react";
import { hydrateRoot } from "react-dom/client";

import { ISLANDS, type IslandName } from "./islands.tsx";
import { adoptForm } from "../request/submission/draft.ts";

// The toaster, last on the page, goes first: it is small, so that React's start-up has a short task.
const islands = [...document.querySelectorAll<HTMLElement>("[data-island]")].toReversed();
// Each in its own task, so that the page responds between them.
for (const island of islands) setTimeout(() => hydrate(island));

function hydrate(island: HTMLElement): void {
  const Content = ISLANDS[island.dataset["island"] as IslandName];
  // Before React renders: a form that it has to render again would lose the input.
  for (const form of island.querySelectorAll("form")) adoptForm(form);
  const focused = document.activeElement?.id;
  // In a transition React works in slices, and the page responds in between.
  startTransition(() => {
    hydrateRoot(island, <Content />, {
      onRecoverableError: (error) => handleForeignChange(error, focused),
    });
  });
}

/** An island that a browser extension had changed was rendered again, and lost its focus. */
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
