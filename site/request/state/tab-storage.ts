import type { DataRequirement, Draft } from "../../../domain/data-requirement.ts";

/**
 * As long as the tab, so that no name remains on a shared computer. Nothing is kept where storage is blocked or full.
 */
export type SavedState = {
  draft?: Partial<Draft>;
  attempt?: Attempt | null;
  receipt?: Receipt | null;
  suggestion?: string;
  /** Set by our server's page that a request was stored, in place of everything else. */
  wasPosted?: true;
};

/** A key belongs to the requirement that it was made for: a corrected one is another request. */
export type Attempt = { key: string; requirement: DataRequirement };

/** Of a stored request; null is what the backend did not report. */
export type Receipt = { reference: string | null; createdAt: string | null };

const KEY = "data-requirement";

export function loadFromTab(): SavedState {
  try {
    return (JSON.parse(sessionStorage.getItem(KEY) ?? "{}") as SavedState | null) ?? {};
  } catch {
    return {};
  }
}

export function saveToTab(kept: SavedState): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(kept));
  } catch {
    // The page goes on without it.
  }
}
