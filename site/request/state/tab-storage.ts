import type { DataRequirement, Draft } from "../../../domain/data-requirement.ts";

/**
 * In sessionStorage, so that no name remains on a shared computer. Saves nothing if storage is blocked or full.
 */
export type SavedState = {
  draft?: Partial<Draft>;
  attempt?: Attempt | null;
  receipt?: Receipt | null;
  suggestion?: string;
  /** Set by the server's page for a stored request; replaces everything else. */
  wasPosted?: true;
};

/** A corrected requirement gets a new idempotency key. */
export type Attempt = { key: string; requirement: DataRequirement };

/** Null if the backend did not report it. */
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
    // Works without storage.
  }
}
