import { useSyncExternalStore } from "react";

import { createObservable } from "../observable.ts";

export type Toast = { id: number; kind: "success" | "error"; text: string };

/** Milliseconds a toast stays, unless it is hovered or focused. */
export const TOAST_DURATION_MS = 8_000;

const current = createObservable<Toast | null>(null);
let lastId = 0;

/** Replaces the previous toast: two outcomes side by side would contradict each other. */
export function showToast(kind: Toast["kind"], text: string): void {
  lastId += 1;
  current.set({ id: lastId, kind, text });
}

/** Removes the toast with this id, or any toast without one. */
export function dismiss(id = current.get()?.id): void {
  if (current.get()?.id === id) current.set(null);
}

export function useToast(): Toast | null {
  return useSyncExternalStore(current.subscribe, current.get, () => null);
}
