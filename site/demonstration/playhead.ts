import { useSyncExternalStore } from "react";

import { DEMONSTRATION } from "../assets/demonstration.ts";
import { createObservable, type Observable } from "../ui/observable.ts";

/** Time is in seconds. `static` is the page without script; `untouched` is hydrated, but not moved yet. */
export type Playhead = { status: "static" | "untouched" | "paused" | "playing"; time: number };

export type ObservablePlayhead = Observable<Playhead>;

const { duration, phases } = DEMONSTRATION;

const STATIC: Playhead = { status: "static", time: 0 };

export function createPlayhead(): ObservablePlayhead {
  return createObservable<Playhead>({ status: "untouched", time: 0 });
}

/** Re-renders only the component that calls it, so a frame does not re-render the rest. */
export function usePlayhead({ subscribe, get }: ObservablePlayhead): Playhead {
  return useSyncExternalStore(subscribe, get, () => STATIC);
}

export function isTouched(status: Playhead["status"]): boolean {
  return status === "paused" || status === "playing";
}

/** Moves the playhead, and pauses it there. */
export function movePlayhead(playhead: ObservablePlayhead, time: number): void {
  playhead.set({ status: "paused", time: clamp(time) });
}

/** Goes to a time and plays on from there, if it plays. */
export function seek(playhead: ObservablePlayhead, time: number): void {
  if (playhead.get().status === "playing") playFrom(playhead, clamp(time));
  else movePlayhead(playhead, time);
}

/** Plays in real time, from the start if little is left. Moving the playhead stops it. */
export function play(playhead: ObservablePlayhead): void {
  playFrom(playhead, startOf(playhead));
}

export function pause(playhead: ObservablePlayhead): void {
  movePlayhead(playhead, playhead.get().time);
}

/** For reduced motion: jumps to the end of the current phase; at the end, to that of the first phase. */
export function playPhase(playhead: ObservablePlayhead): void {
  const from = startOf(playhead);
  movePlayhead(playhead, phases.find((phase) => phase.from > from)?.from ?? duration);
}

/** Shows another time. Returns a function that goes back, unless the playhead was moved since. */
export function preview(playhead: ObservablePlayhead, time: number): () => void {
  const before = playhead.get();
  movePlayhead(playhead, time);
  const shown = playhead.get();
  return () => {
    if (playhead.get() === shown) playhead.set(before);
  };
}

function playFrom(playhead: ObservablePlayhead, from: number): void {
  const startedAt = performance.now();
  let shown: Playhead;
  const show = (time: number) => {
    shown = { status: "playing", time };
    playhead.set(shown);
    requestAnimationFrame(frame);
  };
  const frame = (now: number) => {
    // It was paused or moved.
    if (playhead.get() !== shown) return;
    const time = from + Math.max(now - startedAt, 0) / 1000;
    if (time < duration) show(time);
    else movePlayhead(playhead, duration);
  };
  show(from);
}

/** Seconds before the end in which there is nothing left to play. */
const NEARLY_OVER = 0.5;

function startOf(playhead: ObservablePlayhead): number {
  const { time } = playhead.get();
  return time < duration - NEARLY_OVER ? time : 0;
}

function clamp(time: number): number {
  return Math.min(Math.max(time, 0), duration);
}
