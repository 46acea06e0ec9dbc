/** What the page's two forms show besides what is typed. */
import { useSyncExternalStore } from "react";

import { findProblems, type Draft, type Problem } from "../../../domain/data-requirement.ts";
import type { Explanation } from "../../../domain/texts/messages.ts";
import { createObservable } from "../../ui/observable.ts";
import { keptValue } from "./tab-storage.ts";

export type FormName = "inline" | "dialog";

export type FormState =
  | { kind: "idle" }
  /** `problems` were found on submit, `remaining` are those that have not been corrected since. */
  | { kind: "invalid"; problems: Problem[]; remaining: Problem[] }
  | { kind: "submitting"; retrying: boolean }
  | { kind: "failed"; explanation: Explanation }
  /** Until the next input. */
  | { kind: "sent" };

/** Of the request that was stored last; null is what the backend did not tell. */
export type Confirmation = { reference: string | null; createdAt: string | null };

const IDLE: FormState = { kind: "idle" };
const states = createObservable<Record<FormName, FormState>>({ inline: IDLE, dialog: IDLE });
const confirmation = keptValue<Confirmation>("data-requirement-sent");

export function useFormState(form: FormName): FormState {
  return useSyncExternalStore(states.subscribe, () => states.get()[form], idle);
}

/** What the last request's confirmation was, until the next one is stored. */
export function useConfirmation(): Confirmation | null {
  return useSyncExternalStore(states.subscribe, confirmation.get, () => null);
}

function idle(): FormState {
  return IDLE;
}

export function isSubmitting(): boolean {
  return states.get().inline.kind === "submitting";
}

/** Both forms have the same input, so both show that it is being sent. What went wrong shows the one that was used. */
export function showState(form: FormName, state: FormState): void {
  const other = state.kind === "submitting" ? state : IDLE;
  states.set({ inline: other, dialog: other, [form]: state });
}

export function showSent(next: Confirmation): void {
  confirmation.set(next);
  states.set({ inline: { kind: "sent" }, dialog: { kind: "sent" } });
}

/** After an input: what was sent makes room for the next request, and what was corrected is no error any more. */
export function reviewInput(draft: Draft): void {
  const review = (state: FormState): FormState => {
    if (state.kind === "invalid") return { ...state, remaining: findProblems(draft) };
    return state.kind === "sent" ? IDLE : state;
  };
  const { inline, dialog } = states.get();
  states.set({ inline: review(inline), dialog: review(dialog) });
}
