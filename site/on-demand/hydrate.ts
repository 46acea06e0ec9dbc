import { createElement, startTransition, type ComponentType } from "react";
import { hydrateRoot } from "react-dom/client";

export function hydrate(island: Element, content: ComponentType): void {
  const focused = document.activeElement?.id;
  // In a transition React renders in slices, and the page responds in between.
  startTransition(() => {
    hydrateRoot(island, createElement(content), {
      onRecoverableError: (error) => handleHydrationMismatch(error, focused),
    });
  });
}

/** A browser extension had changed the island, so React has rendered it again, which loses focus. */
function handleHydrationMismatch(error: unknown, focused: string | undefined): void {
  // oxlint-disable-next-line no-console -- nothing to fix, and nothing lost
  console.warn(
    "Part of the page had been changed before it was hydrated, and was rendered again.",
    error,
  );
  if (focused && document.activeElement === document.body) {
    document.getElementById(focused)?.focus({ preventScroll: true });
  }
}
