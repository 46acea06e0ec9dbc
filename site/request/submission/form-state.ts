/** What the page's two forms show besides what is typed, and the only place that changes it. */
import { useSyncExternalStore } from "react";

import { findProblems, type Draft, type Problem } from "../../../domain/data-requirement.ts";
import type { Explanation } from "../../../domain/texts/messages.ts";
import { createObservable } from "../../ui/observable.ts";
import { loadFromTab, saveToTab } from "./tab-storage.ts";

export type FormName = "inline" | "dialog";

export type FormState =
  | { kind: "idle" }
  /** `problems` were found on submit; `remaining` are those that the form has now. */
  | { kind: "invalid"; problems: Problem[]; remaining: Problem[] }
  | { kind: "submitting"; retrying: boolean }
  | { kind: "failed"; explanation: Explanation }
  /** Until the next input. */
  | { kind: "sent"; confirmation: Confirmation };

/** Of a stored request; null is what the backend did not report. */
export type Confirmation = { reference: string | null; createdAt: string | null };

type Forms = Record<FormName, FormState> & { lastConfirmation: Confirmation | null };

const IDLE: FormState = { kind: "idle" };
const CONFIRMATION_KEY = "data-requirement-sent";

const forms = createObservable<Forms>({
  inline: IDLE,
  dialog: IDLE,
  lastConfirmation: loadFromTab(CONFIRMATION_KEY) as Confirmation | null,
});

export function useFormState(form: FormName): FormState {
  return useSyncExternalStore(
    forms.subscribe,
    () => forms.get()[form],
    () => IDLE,
  );
}

/** The confirmation of the last stored request, also after a reload. The static page has none. */
export function useLastConfirmation(): Confirmation | null {
  return useSyncExternalStore(
    forms.subscribe,
    () => forms.get().lastConfirmation,
    () => null,
  );
}

/** Both forms have the same input, so both show that it is being sent, or was. Only the one in use shows an error. */
export function setFormState(form: FormName, state: FormState): void {
  const isShared = state.kind === "submitting" || state.kind === "sent";
  const other = isShared ? state : IDLE;
  let { lastConfirmation } = forms.get();
  if (state.kind === "sent") {
    lastConfirmation = state.confirmation;
    saveToTab(CONFIRMATION_KEY, lastConfirmation);
  }
  forms.set({ lastConfirmation, inline: other, dialog: other, [form]: state });
}

export function isSubmitting(): boolean {
  return forms.get().inline.kind === "submitting";
}

/** After an input: a confirmation gives way to the next request, and corrected problems no longer remain. */
export function reviewInput(draft: Draft): void {
  const review = (state: FormState): FormState => {
    if (state.kind === "invalid") return { ...state, remaining: findProblems(draft) };
    return state.kind === "sent" ? IDLE : state;
  };
  const { inline, dialog, lastConfirmation } = forms.get();
  forms.set({ inline: review(inline), dialog: review(dialog), lastConfirmation });
}
