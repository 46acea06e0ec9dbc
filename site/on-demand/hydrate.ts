import { createElement, startTransition, type ComponentType } from "react";
import { hydrateRoot } from "react-dom/client";

export function hydrate(island: Element, content: ComponentType): void {
  const focused = document.activeElement?.id;
  // A transition yields between slices of work, so the page stays responsive.
  startTransition(() => {
    hydrateRoot(island, createElement(content), {
      onRecoverableError: (error) => handleHydrationMismatch(error, focused),
    });
  });
}

/** If a browser extension has changed the island, React renders it again and loses the focus. Restores it. */
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
