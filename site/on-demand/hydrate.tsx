import { startTransition, useLayoutEffect, type ReactNode } from "react";
import { hydrateRoot } from "react-dom/client";

import { ISLAND, type IslandName } from "../attributes.ts";

/** Hydrates the island of this name. Resolves once React handles it. */
export function hydrate(name: IslandName, content: ReactNode): Promise<void> {
  const island = document.querySelector(`[${ISLAND}=${name}]`);
  if (!island) throw new Error(`There is no island ${name}.`);
  const focused = document.activeElement?.id;
  return new Promise((resolve) => {
    // In a transition React renders in slices, and the page responds in between.
    startTransition(() => {
      hydrateRoot(island, <Mounted onMount={resolve}>{content}</Mounted>, {
        onRecoverableError: (error) => handleForeignChange(error, focused),
      });
    });
  });
}

function Mounted({ onMount, children }: { onMount: () => void; children: ReactNode }) {
  useLayoutEffect(onMount, [onMount]);
  return children;
}

/** A browser extension had changed the island, so React has rendered it again, which loses focus. */
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
