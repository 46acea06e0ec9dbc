import { useSyncExternalStore } from "react";

import { DEMONSTRATION } from "../assets/demonstration.ts";
import { createStore, type Store } from "../ui/store.ts";

/** Time is in seconds. `static` is the page without script; `untouched` is hydrated, but not moved yet. */
export type Playhead = { status: "static" | "untouched" | "held" | "playing"; time: number };

export type PlayheadStore = Store<Playhead>;

const { duration, phases } = DEMONSTRATION;

const STATIC: Playhead = { status: "static", time: 0 };

export function createPlayhead(): PlayheadStore {
  return createStore<Playhead>({ status: "untouched", time: 0 });
}

/** Re-renders only the component that calls it, so a frame does not re-render the rest. */
export function usePlayhead({ subscribe, get }: PlayheadStore): Playhead {
  return useSyncExternalStore(subscribe, get, () => STATIC);
}

export function isTouched(status: Playhead["status"]): boolean {
  return status === "held" || status === "playing";
}

export function movePlayhead(playhead: PlayheadStore, time: number): void {
  playhead.set({ status: "held", time: Math.min(Math.max(time, 0), duration) });
}

/** Plays in real time, from the start if the playhead is at the end. Moving the playhead stops it. */
export function play(playhead: PlayheadStore): void {
  const { time } = playhead.get();
  const from = time < duration ? time : 0;
  const startedAt = performance.now();
  const frame = (now: number) => {
    if (playhead.get().status !== "playing") return;
    const next = from + Math.max(now - startedAt, 0) / 1000;
    if (next >= duration) {
      movePlayhead(playhead, duration);
      return;
    }
    playhead.set({ status: "playing", time: next });
    requestAnimationFrame(frame);
  };
  playhead.set({ status: "playing", time: from });
  requestAnimationFrame(frame);
}

/** For reduced motion: jumps to the end of the current phase; at the end, to that of the first phase. */
export function playPhase(playhead: PlayheadStore): void {
  const { time } = playhead.get();
  const from = time < duration ? time : 0;
  movePlayhead(playhead, phases.find((phase) => phase.from > from)?.from ?? duration);
}
