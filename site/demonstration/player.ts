import { useSyncExternalStore } from "react";

import { EXAMPLE, type Episode, type Sample } from "../assets/demonstration.ts";
import { MOTION_ALLOWED } from "../ui/media.ts";
import { createObservable } from "../ui/observable.ts";
import { durationOf, sampleAt } from "./episode.ts";
import {
  advanceRecording,
  isOver,
  lead,
  letGo,
  startRecording,
  type Recording,
} from "./recording.ts";
import { sampleOf, type Simulation } from "./simulation.ts";

/** What the demonstration shows. Times are in seconds. */
export type PlayerState = {
  /** `static` is the page without script; `untouched` is hydrated, but not moved yet. */
  status: "static" | "untouched" | "paused" | "playing" | "recording";
  source: "example" | "visitor";
  /** What the visitor has recorded, or is recording. */
  recording: Recording | null;
  episode: Episode;
  time: number;
  /** What is measured at this time. */
  sample: Sample;
  /** How many seconds the lanes show. */
  span: number;
};

export type Action =
  | { type: "seek"; time: number }
  | { type: "play" | "pause" | "show example" | "let go" }
  | { type: "take"; by: Simulation["ledBy"] }
  | { type: "lead"; change: (simulation: Simulation) => Simulation }
  | { type: "tick"; seconds: number };

export type Player = ReturnType<typeof createPlayer>;

const STATIC: PlayerState = {
  status: "static",
  source: "example",
  recording: null,
  episode: EXAMPLE,
  time: 0,
  sample: sampleAt(EXAMPLE, 0),
  span: durationOf(EXAMPLE),
};

export const UNTOUCHED: PlayerState = { ...STATIC, status: "untouched" };

/** The lanes of a recording show so many seconds at first; then they grow. */
const FIRST_SPAN = 10;

/** Seconds before the end in which there is nothing left to play. */
const NEARLY_OVER = 0.5;

export function reduce(state: PlayerState, action: Action): PlayerState {
  const end = durationOf(state.episode);
  switch (action.type) {
    case "seek":
      return showMoment({ ...state, status: "paused" }, action.time);
    case "play":
      return showMoment(
        { ...state, status: "playing" },
        state.time < end - NEARLY_OVER ? state.time : 0,
      );
    case "pause":
      return { ...state, status: "paused" };
    case "show example":
      return UNTOUCHED;
    case "take":
      return showRecording(state, startRecording(state.sample, action.by));
    case "lead":
      if (state.status !== "recording" || !state.recording) return state;
      return showRecording(state, lead(state.recording, action.change));
    case "let go":
      if (state.status !== "recording" || !state.recording) return state;
      return showRecording(state, letGo(state.recording, "visitor"));
    case "tick":
      return tick(state, action.seconds);
  }
}

/** Whether something changes by itself as time passes. */
export function isMoving({ status, span, episode }: PlayerState): boolean {
  return status === "playing" || status === "recording" || span !== durationOf(episode);
}

function tick(state: PlayerState, seconds: number): PlayerState {
  const end = durationOf(state.episode);
  switch (state.status) {
    case "recording":
      if (!state.recording) return state;
      return showRecording(state, advanceRecording(state.recording, seconds));
    case "playing": {
      const time = state.time + seconds;
      return showMoment({ ...state, status: time < end ? "playing" : "paused" }, time);
    }
    case "static":
    case "untouched":
    case "paused": {
      // After a recording, the lanes narrow to what was recorded.
      const left = (state.span - end) * Math.exp(-seconds / 0.09);
      return { ...state, span: left > 0.01 ? end + left : end };
    }
  }
}

function showMoment(state: PlayerState, time: number): PlayerState {
  const within = Math.min(Math.max(time, 0), durationOf(state.episode));
  return { ...state, time: within, sample: sampleAt(state.episode, within) };
}

function showRecording(state: PlayerState, recording: Recording): PlayerState {
  const { episode, time } = recording;
  const shown = { ...state, source: "visitor", recording, episode } as const;
  if (isOver(recording)) return showMoment({ ...shown, status: "paused" }, durationOf(episode));
  const sample = sampleOf(recording.simulation);
  return { ...shown, status: "recording", time, sample, span: Math.max(time, FIRST_SPAN) };
}

/** Holds the state, and lets time pass for it while something moves. */
export function createPlayer() {
  const { get, set, subscribe } = createObservable(UNTOUCHED);
  let last: number | null = null;
  const frame = (now: number) => {
    // Behind another tab, time stands still.
    const seconds = Math.min(Math.max(now - (last ?? now), 0), 100) / 1000;
    last = now;
    const isNarrowing = get().status === "paused";
    const jumps = isNarrowing && !matchMedia(MOTION_ALLOWED).matches;
    set(reduce(get(), { type: "tick", seconds: jumps ? Infinity : seconds }));
    if (isMoving(get())) requestAnimationFrame(frame);
    else last = null;
  };
  const dispatch = (action: Action) => {
    set(reduce(get(), action));
    if (last !== null || !isMoving(get())) return;
    last = performance.now();
    requestAnimationFrame(frame);
  };
  return { get, subscribe, dispatch };
}

/** A part of the player's state. Re-renders the component that calls it only when that part changes. */
export function usePlayerState<Part>(
  { subscribe, get }: Player,
  select: (state: PlayerState) => Part,
): Part {
  return useSyncExternalStore(
    subscribe,
    () => select(get()),
    () => select(STATIC),
  );
}

/** Where a time is in the lanes. */
export function position(time: number, span: number): string {
  return `${Number(((100 * time) / span).toFixed(2))}%`;
}
