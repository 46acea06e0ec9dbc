import { useSyncExternalStore } from "react";
import { v7 as uuid } from "uuid";

import {
  emptyDraft,
  FIELDS,
  type DataRequirement,
  type Draft,
} from "../../../domain/data-requirement.ts";
import { createStore } from "../../ui/store.ts";
import { STORAGE_KEY } from "../constants.ts";

/** The record sent last, and its key: the same record sent again is the same request. */
type Attempt = { idempotencyKey: string; record: string };
type Stored = { draft: Draft; lastAttempt: Attempt | null };

const EMPTY: Draft = emptyDraft();
const stored = createStore<Stored>(restore());

/** The one draft that both forms show. */
export function useDraft(): Draft {
  return useSyncExternalStore(stored.subscribe, currentDraft, () => EMPTY);
}

export function currentDraft(): Draft {
  return stored.get().draft;
}

export function updateDraft(change: Partial<Draft>): void {
  keep({ ...stored.get(), draft: { ...currentDraft(), ...change } });
}

export function clearDraft(): void {
  keep({ draft: EMPTY, lastAttempt: null });
}

/**
 * Takes over the input of a form from before hydration. `FormData` would make the browser lay out
 * the page at once, for the wrapped lines of a textarea.
 */
export function adoptForm(form: HTMLFormElement): void {
  const draft = currentDraft();
  const change: Partial<Draft> = {};
  for (const field of FIELDS) {
    const controls = form.querySelectorAll<HTMLInputElement>(`[name="${field}"]`);
    if (field === "hardware_setup") {
      const ticked = Array.from(controls).filter(({ checked }) => checked);
      const all = new Set([...draft.hardware_setup, ...ticked.map(({ value }) => value)]);
      if (all.size > draft.hardware_setup.length) change.hardware_setup = [...all];
      continue;
    }
    const value = controls[0]?.value ?? "";
    if (value !== "" && value !== draft[field]) change[field] = value;
  }
  if (Object.keys(change).length > 0) updateDraft(change);
}

/** The idempotency key of a record: made before its first attempt and kept through all others. */
export function idempotencyKeyOf(record: DataRequirement): string {
  const text = JSON.stringify(record);
  const { draft, lastAttempt } = stored.get();
  if (lastAttempt?.record === text) return lastAttempt.idempotencyKey;
  // Not `crypto.randomUUID`: pages without TLS do not have it.
  const idempotencyKey = uuid();
  keep({ draft, lastAttempt: { idempotencyKey, record: text } });
  return idempotencyKey;
}

function keep(next: Stored): void {
  stored.set(next);
  try {
    if (next.draft === EMPTY) sessionStorage.removeItem(STORAGE_KEY);
    else sessionStorage.setItem(STORAGE_KEY, JSON.stringify(next));
  } catch {
    // Storage may be blocked or full: the draft then lasts as long as the page.
  }
}

function restore(): Stored {
  const fresh: Stored = { draft: EMPTY, lastAttempt: null };
  try {
    const saved = JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? "null") as Stored | null;
    return saved ? { ...fresh, ...saved, draft: { ...EMPTY, ...saved.draft } } : fresh;
  } catch {
    return fresh;
  }
}
