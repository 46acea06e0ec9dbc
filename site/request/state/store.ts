import { useSyncExternalStore } from "react";

import { createObservable } from "../../ui/observable.ts";
import { INITIAL, reduce, type Action, type RequestState } from "./request-state.ts";
import { saveToTab } from "./tab-storage.ts";

const state = createObservable(INITIAL);

/** The one way to change the state. The tab keeps all of it but the step. */
export function dispatch(action: Action): void {
  const next = reduce(state.get(), action);
  if (next === state.get()) return;
  const { step: _, ...kept } = next;
  saveToTab(kept);
  state.set(next);
}

export const getState = state.get;
export const subscribe = state.subscribe;

/** A part of the state. What it returns must be the same value until that part changes. */
export function useRequest<Part>(part: (state: RequestState) => Part): Part {
  return useSyncExternalStore(
    state.subscribe,
    () => part(state.get()),
    () => part(INITIAL),
  );
}

export function resetState(): void {
  state.set(INITIAL);
}
