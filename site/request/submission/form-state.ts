/** What the page's two forms show besides what is typed. Only `dispatch` changes it. */
import { useSyncExternalStore } from "react";

import { findProblems, type Draft, type Problem } from "../../../domain/data-requirement.ts";
import type { Explanation } from "../../../domain/texts/messages.ts";
import { createObservable } from "../../ui/observable.ts";
import { loadFromTab, saveToTab } from "./tab-storage.ts";

export type FormName = "inline" | "dialog";

/**
 * One state for both forms, because they have the same input: both show that it is being sent, or was stored. An
 * error is shown only by the form that was submitted.
 */
export type FormState =
  | { kind: "idle" }
  /** `problems` were found on submit; `remaining` are those that the form has now. */
  | { kind: "invalid"; form: FormName; problems: Problem[]; remaining: Problem[] }
  | { kind: "submitting"; retrying: boolean }
  | { kind: "failed"; form: FormName; explanation: Explanation }
  /** Until the next input. */
  | { kind: "sent"; confirmation: Confirmation };

/** Of a stored request; null is what the backend did not report. */
export type Confirmation = { reference: string | null; createdAt: string | null };

export type Action =
  | { type: "reject"; form: FormName; problems: Problem[] }
  | { type: "submit" | "retry" }
  | { type: "fail"; form: FormName; explanation: Explanation }
  | { type: "store"; confirmation: Confirmation }
  | { type: "input"; draft: Draft };

export const IDLE: FormState = { kind: "idle" };

export function reduce(state: FormState, action: Action): FormState {
  switch (action.type) {
    case "reject": {
      const { form, problems } = action;
      return { kind: "invalid", form, problems, remaining: problems };
    }
    case "submit":
      return { kind: "submitting", retrying: false };
    case "retry":
      return { kind: "submitting", retrying: true };
    case "fail":
      return { kind: "failed", form: action.form, explanation: action.explanation };
    case "store":
      return { kind: "sent", confirmation: action.confirmation };
    case "input":
      if (state.kind === "invalid") return { ...state, remaining: findProblems(action.draft) };
      return state.kind === "sent" ? IDLE : state;
  }
}

/** The part of the state that one of the forms shows. */
export function shownBy(form: FormName, state: FormState): FormState {
  return "form" in state && state.form !== form ? IDLE : state;
}

const CONFIRMATION_KEY = "data-requirement-sent";

const formState = createObservable<FormState>(IDLE);
const lastConfirmation = createObservable(loadFromTab(CONFIRMATION_KEY) as Confirmation | null);

export function dispatch(action: Action): void {
  if (action.type === "store") {
    lastConfirmation.set(action.confirmation);
    saveToTab(CONFIRMATION_KEY, action.confirmation);
  }
  formState.set(reduce(formState.get(), action));
}

export function isSubmitting(): boolean {
  return formState.get().kind === "submitting";
}

export function useFormState(form: FormName): FormState {
  return useSyncExternalStore(
    formState.subscribe,
    () => shownBy(form, formState.get()),
    () => IDLE,
  );
}

/** The confirmation of the last stored request, also after a reload. The static page has none. */
export function useLastConfirmation(): Confirmation | null {
  return useSyncExternalStore(lastConfirmation.subscribe, lastConfirmation.get, () => null);
}
