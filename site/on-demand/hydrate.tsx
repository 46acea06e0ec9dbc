/** Fetched when a visitor comes near an island: hydrates all of them. */
import { startTransition, useLayoutEffect, type ReactNode } from "react";
import { hydrateRoot } from "react-dom/client";

import { FAILED_NOTICE, ISLAND } from "../data-attributes.ts";
import { adoptForm, fillForm } from "../request/submission/adopt-form.ts";
import { ISLANDS, type IslandName } from "./islands.tsx";

// The toaster, last on the page, is hydrated first: it is small, which keeps the task that starts React short.
const islands = [...document.querySelectorAll<HTMLElement>(`[${ISLAND}]`)].toReversed();

const results = new Map<Element, Promise<boolean>>(
  islands.map((island) => [island, hydrate(island)]),
);

/** Resolves to whether this island is hydrated, whatever happens in the others. */
export async function isHydrated(island: Element): Promise<boolean> {
  return (await results.get(island)) ?? false;
}

function hydrate(island: HTMLElement): Promise<boolean> {
  return new Promise((resolve) => {
    // Give each island its own task, so that the page responds in between.
    setTimeout(() => {
      const Content = ISLANDS[island.getAttribute(ISLAND) as IslandName];
      // Save the input before React renders: if it has to replace the form, the input would be lost.
      for (const form of island.querySelectorAll("form")) adoptForm(form);
      const staticContent = island.innerHTML;
      const focused = document.activeElement?.id;
      // In a transition React renders in slices, and the page responds in between.
      startTransition(() => {
        hydrateRoot(island, <Mounted content={Content} onMount={() => resolve(true)} />, {
          onRecoverableError: (error) => handleForeignChange(error, focused),
          onUncaughtError: (error) => {
            reportError(error);
            restore(island, staticContent);
            resolve(false);
          },
        });
      });
    });
  });
}

type MountedProps = { content: () => ReactNode; onMount: () => void };

function Mounted({ content: Content, onMount }: MountedProps) {
  useLayoutEffect(onMount);
  return <Content />;
}

/**
 * Restores an island's static HTML after an exception while rendering. A form keeps its input, says what
 * to do, and is posted by the browser.
 */
function restore(island: HTMLElement, staticContent: string): void {
  island.innerHTML = staticContent;
  const form = island.querySelector("form");
  const notice = island.querySelector<HTMLElement>(`[${FAILED_NOTICE}]`);
  if (!form || !notice) return;
  fillForm(form);
  notice.hidden = false;
}

/** React replaced an island that a browser extension had changed, which loses focus. */
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
