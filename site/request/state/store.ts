import { useSyncExternalStore } from "react";

import { emptyDraft } from "../../../domain/data-requirement.ts";
import { createObservable } from "../../ui/observable.ts";
import { INITIAL, reduce, type Action, type FormsState } from "./forms-state.ts";
import { loadFromTab, saveToTab, type Suggestion } from "./tab-storage.ts";
import { renderToast } from "./toast.ts";

const state = createObservable(INITIAL);

/** Updates the state, and saves it for this tab, without its status. */
export function dispatch(action: Action): void {
  const next = reduce(state.get(), action);
  if (next === state.get()) return;
  const { status: _, ...kept } = next;
  saveToTab(kept);
  setState(next);
}

/** Must run before any other action, because an action overwrites the tab. `draft` is the input of a hydrating form. */
export function restore(draft = emptyDraft()): void {
  dispatch({ type: "restore", kept: loadFromTab(), draft });
}

/** Fills in the data type, unless the visitor has typed one. The form in the dialog shows the note. */
export function suggest(suggestion: Suggestion): void {
  // No form may have hydrated yet.
  restore();
  dispatch({ type: "suggest", suggestion });
}

/** Shows the toast before the forms render, because they then scroll clear of it. */
function setState(next: FormsState): void {
  renderToast(next);
  state.set(next);
}

export const getState = state.get;
export const subscribe = state.subscribe;

/** `part` must return the same value until that part of the state changes. */
export function useFormsState<Part>(part: (state: FormsState) => Part): Part {
  return useSyncExternalStore(
    state.subscribe,
    () => part(state.get()),
    () => part(INITIAL),
  );
}

export function resetState(): void {
  setState(INITIAL);
}
