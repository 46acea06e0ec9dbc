import { useSyncExternalStore } from "react";

export type Toast = { id: number; kind: "success" | "error"; text: string };

/** Milliseconds a toast stays, unless it is being read: hovered or focused. */
export const TOAST_DURATION_MS = 8_000;

const NONE: Toast[] = [];
const listeners = new Set<() => void>();
let toasts: Toast[] = NONE;
let lastId = 0;

/** Shows a message; the same message twice is shown once, anew. */
export function notify(kind: Toast["kind"], text: string): void {
  lastId += 1;
  publish([...toasts.filter((toast) => toast.text !== text), { id: lastId, kind, text }]);
}

export function dismiss(id: number): void {
  publish(toasts.filter((toast) => toast.id !== id));
}

export function useToasts(): Toast[] {
  return useSyncExternalStore(
    subscribe,
    () => toasts,
    () => NONE,
  );
}

function publish(next: Toast[]): void {
  toasts = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
