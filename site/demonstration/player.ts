import { useSyncExternalStore } from "react";

import { createObservable } from "../ui/observable.ts";
import { durationOf, sampleAt } from "./episode.ts";
import { EXAMPLE, type Episode, type Sample } from "./model.ts";
import {
  advanceRecording,
  isWaitingForKey,
  lead,
  letGo,
  outcomeOf,
  startRecording,
  type Recording,
} from "./recording.ts";
import { sampleOf, type Simulation } from "./simulation.ts";

type Moment = { episode: Episode; time: number; sample: Sample };

export type PlayerState = Moment &
  (
    | {
        /** `static` is the page without script; `untouched` is hydrated, but not moved yet. */
        status: "static" | "untouched";
        recording: null;
      }
    | { status: "paused" | "playing"; recording: Recording | null }
    | { status: "recording"; recording: Recording }
  );

export type Action =
  | { type: "seek"; time: number }
  | { type: "play" | "pause" | "show example" | "let go" }
  | { type: "take"; by: Simulation["inputMode"] }
  | { type: "lead"; change: (simulation: Simulation) => Simulation };

export type Player = ReturnType<typeof createPlayer>;

/** Only what `usePlayerState` shows until hydration: a player is created when React handles the page. */
const STATIC: PlayerState = { status: "static", recording: null, ...momentOf(EXAMPLE, 0) };

export const UNTOUCHED: PlayerState = { ...STATIC, status: "untouched" };

/** Seconds before the end from which playing starts again. */
const NEARLY_OVER = 0.5;

export function reduce(state: PlayerState, action: Action): PlayerState {
  const { status, recording, episode, time } = state;
  switch (action.type) {
    case "seek":
      return { status: "paused", recording, ...momentOf(episode, action.time) };
    case "play": {
      const start = time < durationOf(episode) - NEARLY_OVER ? time : 0;
      return { status: "playing", recording, ...momentOf(episode, start) };
    }
    case "pause":
      return { ...state, status: "paused" };
    case "show example":
      return UNTOUCHED;
    case "take":
      return showRecording(startRecording(state.sample, action.by));
    case "lead":
      return status === "recording" ? showRecording(lead(recording, action.change)) : state;
    case "let go":
      return status === "recording" ? showRecording(letGo(recording, "visitor")) : state;
  }
}

export function isMoving({ status, recording }: PlayerState): boolean {
  if (status === "recording") return !isWaitingForKey(recording);
  return status === "playing";
}

export function isPlaced({ status, recording }: PlayerState): boolean {
  return status !== "recording" && recording !== null && outcomeOf(recording) === "placed";
}

export function advancePlayer(state: PlayerState, seconds: number): PlayerState {
  const { status, recording, episode, time } = state;
  if (status === "recording") return showRecording(advanceRecording(recording, seconds));
  if (status !== "playing") return state;
  const later = time + seconds;
  const isAtEnd = later >= durationOf(episode);
  return { status: isAtEnd ? "paused" : "playing", recording, ...momentOf(episode, later) };
}

function showRecording(recording: Recording): PlayerState {
  const { episode, time, simulation, isOver } = recording;
  return isOver
    ? { status: "paused", recording, ...momentOf(episode, durationOf(episode)) }
    : { status: "recording", recording, episode, time, sample: sampleOf(simulation) };
}

function momentOf(episode: Episode, time: number): Moment {
  const within = Math.min(Math.max(time, 0), durationOf(episode));
  return { episode, time: within, sample: sampleAt(episode, within) };
}

/** Behind another tab there are no frames, and time stands still. */
const MAX_FRAME_SECONDS = 0.1;

export function createPlayer() {
  const { get, set, subscribe } = createObservable(UNTOUCHED);
  let isRunning = false;

  const dispatch = (action: Action) => {
    set(reduce(get(), action));
    if (isRunning || !isMoving(get())) return;
    isRunning = true;
    requestAnimationFrame(passTime);
  };
  const passTime = (before: number) => {
    requestAnimationFrame((now) => {
      const seconds = Math.min((now - before) / 1000, MAX_FRAME_SECONDS);
      set(advancePlayer(get(), seconds));
      isRunning = isMoving(get());
      if (isRunning) passTime(now);
    });
  };
  return { get, subscribe, dispatch };
}

/** Re-renders the component that calls it only when that part changes. */
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
