/**
 * The state of the page's two forms: one draft and one submit, which both show. Kept for this tab only, so
 * that no name remains on a shared computer.
 */
import { useSyncExternalStore } from "react";
import { v7 as uuid } from "uuid";

import {
  emptyDraft,
  type DataRequirement,
  type Draft,
  type Problem,
} from "../../../domain/data-requirement.ts";
import type { Explanation } from "../../../domain/texts/messages.ts";
import type { Confirmation } from "../../../domain/wire/confirmation.ts";
import { createObservable } from "../../ui/observable.ts";

export type FormName = "inline" | "dialog";

export type SubmitState =
  | { kind: "idle" }
  /** `problems` were found on submit; the draft tells which of them have been corrected since. */
  | { kind: "invalid"; problems: Problem[] }
  | { kind: "submitting"; retrying: boolean }
  | { kind: "failed"; explanation: Explanation }
  /**
   * Until the next input, which begins another request. Our server confirms a form sent without script in the
   * same words, hence the type from `domain/wire/`.
   */
  | { kind: "sent"; confirmation: Confirmation };

type FormState = {
  draft: Draft;
  /**
   * When the draft's first input was made, in milliseconds since the page was opened; 0 if it was restored, or
   * made before React handled the form. Null before the first input: then there is no draft to keep.
   */
  startedAt: number | null;
  /** The requirement that was sent last, and its key. Sending the same one again reuses the key. */
  lastAttempt: { idempotencyKey: string; requirement: string } | null;
  submitState: SubmitState;
  /** The form that was submitted last: only this one shows problems and failures. */
  lastForm: FormName;
};

const IDLE: SubmitState = { kind: "idle" };
const EMPTY: Draft = emptyDraft();
const INITIAL: FormState = {
  draft: EMPTY,
  startedAt: null,
  lastAttempt: null,
  submitState: IDLE,
  lastForm: "inline",
};

const STORAGE_KEY = "data-requirement-draft";
const state = createObservable<FormState>(restore());

export function useDraft(): Draft {
  return useSyncExternalStore(state.subscribe, currentDraft, () => EMPTY);
}

export function currentDraft(): Draft {
  return state.get().draft;
}

/**
 * Input after a request was sent begins the next request. `madeAt` is in milliseconds since the page was
 * opened.
 */
export function updateDraft(change: Partial<Draft>, madeAt = performance.now()): void {
  const { draft, startedAt, submitState } = state.get();
  update({
    draft: { ...draft, ...change },
    startedAt: startedAt ?? madeAt,
    submitState: submitState.kind === "sent" ? IDLE : submitState,
  });
}

/** Milliseconds since the first input; for a restored draft, since the page was opened. */
export function fillMilliseconds(): number {
  return Math.round(performance.now() - (state.get().startedAt ?? 0));
}

export function useSubmitState(form: FormName): SubmitState {
  return useSyncExternalStore(
    state.subscribe,
    () => currentSubmitState(form),
    () => IDLE,
  );
}

/**
 * Both forms show that the draft is being sent, because they share it, and then that it was sent. Problems and
 * failures are shown only by the form that was submitted.
 */
export function currentSubmitState(form: FormName): SubmitState {
  const { submitState, lastForm } = state.get();
  const isShared = submitState.kind === "submitting" || submitState.kind === "sent";
  return isShared || form === lastForm ? submitState : IDLE;
}

/** Entering `sent` empties both forms. Only the confirmation is kept. */
export function setSubmitState(form: FormName, submitState: SubmitState): void {
  const emptied = submitState.kind === "sent" ? INITIAL : {};
  update({ ...emptied, submitState, lastForm: form });
}

/**
 * A requirement's idempotency key. It is kept until the requirement is stored or another one is tried: after A
 * and B, A gets a new key, and is stored twice if its first attempt was stored but the response was lost.
 */
export function idempotencyKeyOf(requirement: DataRequirement): string {
  const text = JSON.stringify(requirement);
  const { lastAttempt } = state.get();
  if (lastAttempt?.requirement === text) return lastAttempt.idempotencyKey;
  // `crypto.randomUUID` is missing on pages without TLS.
  const idempotencyKey = uuid();
  update({ lastAttempt: { idempotencyKey, requirement: text } });
  return idempotencyKey;
}

function update(change: Partial<FormState>): void {
  const next = { ...state.get(), ...change };
  state.set(next);
  save(next);
}

type Saved = Partial<Pick<FormState, "draft" | "lastAttempt">> & {
  confirmation?: Confirmation | null;
};

function save({ draft, startedAt, lastAttempt, submitState }: FormState): void {
  const hasInput = startedAt !== null;
  const confirmation = submitState.kind === "sent" ? submitState.confirmation : null;
  try {
    if (!hasInput && confirmation === null) {
      sessionStorage.removeItem(STORAGE_KEY);
    } else {
      const saved: Saved = confirmation ? { confirmation } : { draft, lastAttempt };
      sessionStorage.setItem(STORAGE_KEY, JSON.stringify(saved));
    }
  } catch {
    // Storage may be blocked or full. The draft then lasts only as long as the page.
  }
}

function restore(): FormState {
  try {
    const saved = JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? "{}") as Saved;
    const { draft, lastAttempt = null, confirmation } = saved;
    return {
      ...INITIAL,
      draft: draft ? { ...EMPTY, ...draft } : EMPTY,
      startedAt: draft ? 0 : null,
      lastAttempt,
      submitState: confirmation ? { kind: "sent", confirmation } : IDLE,
    };
  } catch {
    return INITIAL;
  }
}
