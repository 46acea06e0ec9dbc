import type { DataRequirement, Draft } from "../../../domain/data-requirement.ts";

/**
 * State in sessionStorage, so that no personal data remains on a shared computer. Nothing is saved if storage is
 * blocked or full.
 */
export type SavedState = {
  draft?: Partial<Draft>;
  attempt?: Attempt | null;
  receipt?: Receipt | null;
  suggestion?: Suggestion | null;
};

/** Replaces all saved state on the server's page for a stored request. */
export const POSTED = "posted";

/** A data type that is filled in for the visitor, with a note that says where it comes from. */
export type Suggestion = { dataType: string; note: string };

/** A corrected requirement gets a new idempotency key. */
export type Attempt = { key: string; requirement: DataRequirement; mayBeStored: boolean };

/** A value is null if the backend did not report it. `replyDue` is in ISO 8601. */
export type Receipt = { reference: string | null; replyDue: string | null };

const KEY = "data-requirement";

export function loadFromTab(): SavedState {
  const saved = load();
  return saved === POSTED ? {} : saved;
}

export function wasPosted(): boolean {
  return load() === POSTED;
}

function load(): SavedState | typeof POSTED {
  try {
    return (JSON.parse(sessionStorage.getItem(KEY) ?? "{}") as SavedState | null) ?? {};
  } catch {
    return {};
  }
}

export function saveToTab(kept: SavedState | typeof POSTED): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(kept));
  } catch {
    // The form works without storage.
  }
}
