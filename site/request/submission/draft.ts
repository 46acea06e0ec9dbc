import { useSyncExternalStore } from "react";
import { v7 as uuid } from "uuid";

import {
  emptyDraft,
  type DataRequirement,
  type Draft,
  type Field,
  type TextField,
} from "../../../domain/data-requirement.ts";
import { createStore } from "../../ui/store.ts";

/** Kept for this tab only, so that no name remains on a shared computer. */
const STORAGE_KEY = "data-requirement-draft";

/** The requirement that was sent last, and its key. Sending the same one again reuses the key. */
type Attempt = { idempotencyKey: string; requirement: string };

/**
 * What a visitor may want to quote from the last request, kept until the next one is begun. `reference`
 * is null when an earlier attempt stored the request but its response was lost.
 */
export type Receipt = {
  kind: "sent";
  contact: Pick<DataRequirement, "full_name" | "email" | "phone" | "company">;
  reference: string | null;
  /** In the visitor's time zone. */
  due: string;
};

type Stored = { draft: Draft; lastAttempt: Attempt | null; receipt: Receipt | null };

const EMPTY: Draft = emptyDraft();
const NOTHING: Stored = { draft: EMPTY, lastAttempt: null, receipt: null };
const stored = createStore<Stored>(restore());

/**
 * When the first input was made, in milliseconds since the page was opened: 0 if it was there before
 * this script ran.
 */
let begun: number | null = null;

/** The one draft that both forms show. */
export function useDraft(): Draft {
  return useSyncExternalStore(stored.subscribe, currentDraft, () => EMPTY);
}

export function currentDraft(): Draft {
  return stored.get().draft;
}

/** Input after a request was sent begins the next request. */
export function updateDraft(change: Partial<Draft>): void {
  begun ??= currentDraft() === EMPTY ? performance.now() : 0;
  keep({ ...stored.get(), receipt: null, draft: { ...currentDraft(), ...change } });
}

/** Milliseconds since the first input, at most since the page was opened. */
export function fillMilliseconds(): number {
  return Math.round(performance.now() - (begun ?? 0));
}

/** The receipt of the request that was sent last, for both forms. */
export function useReceipt(): Receipt | null {
  return useSyncExternalStore(
    stored.subscribe,
    () => stored.get().receipt,
    () => null,
  );
}

/** Replaces the draft that was sent by its receipt. */
export function keepReceipt(receipt: Receipt): void {
  begun = null;
  keep({ ...NOTHING, receipt });
}

/** Removes draft and receipt, so that another request can begin. */
export function clearDraft(): void {
  begun = null;
  keep(NOTHING);
}

/** Copies a form's input from before hydration into the draft; empty fields leave the draft unchanged. */
export function adoptForm(form: HTMLFormElement): void {
  const draft = currentDraft();
  const typed: Partial<Draft> = {};
  const chosen = new Set(draft.hardware_setup);
  for (const { type, name, value, checked } of controlsOf(form)) {
    if (type === "checkbox" && checked) chosen.add(value);
    if (type !== "checkbox" && value && value !== draft[name as Field]) {
      typed[name as TextField] = value;
    }
  }
  if (chosen.size > draft.hardware_setup.length) typed.hardware_setup = [...chosen];
  if (Object.keys(typed).length === 0) return;
  begun ??= 0;
  updateDraft(typed);
}

/** Writes the draft into a form that React does not render. */
export function fillForm(form: HTMLFormElement): void {
  const draft = currentDraft();
  for (const control of controlsOf(form)) {
    if (control.type === "checkbox") control.checked = draft.hardware_setup.includes(control.value);
    else control.value = String(draft[control.name as Field]);
  }
}

/** The form's controls for the requirement's fields. All have the input properties that are used here. */
function controlsOf(form: HTMLFormElement): HTMLInputElement[] {
  const controls = [...form.elements] as HTMLInputElement[];
  return controls.filter(({ name }) => name in EMPTY);
}

/** A requirement's idempotency key: created before the first attempt and kept for all others. */
export function idempotencyKeyOf(requirement: DataRequirement): string {
  const text = JSON.stringify(requirement);
  const { lastAttempt } = stored.get();
  if (lastAttempt?.requirement === text) return lastAttempt.idempotencyKey;
  // `crypto.randomUUID` is missing on pages without TLS.
  const idempotencyKey = uuid();
  keep({ ...stored.get(), lastAttempt: { idempotencyKey, requirement: text } });
  return idempotencyKey;
}

function keep(next: Stored): void {
  stored.set(next);
  try {
    if (next === NOTHING) sessionStorage.removeItem(STORAGE_KEY);
    else sessionStorage.setItem(STORAGE_KEY, JSON.stringify(next));
  } catch {
    // Storage may be blocked or full. The draft then lasts only as long as the page.
  }
}

function restore(): Stored {
  try {
    const saved = JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? "null") as Stored | null;
    return saved ? { ...NOTHING, ...saved, draft: { ...EMPTY, ...saved.draft } } : NOTHING;
  } catch {
    return NOTHING;
  }
}
