/** Fetched when a visitor comes near a form: hydrates the islands of the page. */
import { startTransition, useLayoutEffect, type ReactNode } from "react";
import { hydrateRoot } from "react-dom/client";

import { FAILED_NOTICE, ISLAND } from "../request/handover.ts";
import { adoptForm, fillForm } from "../request/submission/draft.ts";
import { ISLANDS, type IslandName } from "./islands.tsx";

// The toaster, last on the page, goes first: it is small, so that React's start-up has a short task.
const islands = [...document.querySelectorAll<HTMLElement>(`[${ISLAND}]`)].toReversed();

const results = new Map<Element, Promise<boolean>>(
  islands.map((island) => [island, hydrate(island)]),
);

/** Resolves to whether this island is hydrated: an exception in another one does not matter to it. */
export async function isHydrated(island: Element): Promise<boolean> {
  return (await results.get(island)) ?? false;
}

function hydrate(island: HTMLElement): Promise<boolean> {
  return new Promise((resolve) => {
    // Each in its own task, so that the page responds between them.
    setTimeout(() => {
      const Content = ISLANDS[island.getAttribute(ISLAND) as IslandName];
      // Before React renders: a form that it has to render again would lose the input.
      for (const form of island.querySelectorAll("form")) adoptForm(form);
      const staticContent = island.innerHTML;
      const focused = document.activeElement?.id;
      // In a transition React works in slices, and the page responds in between.
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
 * Puts an island back as it was before React, after an exception while it was rendered: a form has
 * its input, says what to do, and is posted by the browser.
 */
function restore(island: HTMLElement, staticContent: string): void {
  island.innerHTML = staticContent;
  const form = island.querySelector("form");
  const notice = island.querySelector<HTMLElement>(`[${FAILED_NOTICE}]`);
  if (!form || !notice) return;
  fillForm(form);
  notice.hidden = false;
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
