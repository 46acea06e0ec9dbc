import { useSyncExternalStore } from "react";

import { createObservable } from "../ui/observable.ts";
import { durationOf, sampleAt } from "./episode.ts";
import { EXAMPLE, type Episode, type Sample } from "./model.ts";
import {
  advanceRecording,
  isWaitingForKey,
  MAX_SECONDS,
  outcomeOf,
  release,
  startRecording,
  type Outcome,
  type Recording,
} from "./recording.ts";
import { setGoal, nudge, sampleSimulation, type Simulation } from "./simulation.ts";
import type { PlanePoint } from "./workspace.ts";

export type PlayerState =
  | { kind: "recording"; recording: Recording }
  | {
      kind: "replaying";
      episode: Episode;
      /** In seconds. */
      time: number;
      /** `untouched` means that the example has not moved yet. */
      status: "untouched" | "paused" | "playing";
      /** Null for the example. */
      outcome: Outcome | null;
    };

export type Action = { type: "grab"; by: Recording["inputMode"] } | ArmAction | ReplayAction;

type ArmAction =
  | { type: "drag"; to: PlanePoint }
  /** `by` is in metres. */
  | { type: "nudge"; by: PlanePoint }
  | { type: "release" };

type ReplayAction = { type: "seek"; time: number } | { type: "play" | "pause" | "show example" };

export type Player = ReturnType<typeof createPlayer>;

export const INITIAL: PlayerState = {
  kind: "replaying",
  episode: EXAMPLE,
  time: 0,
  status: "untouched",
  outcome: null,
};

/** If at most this many seconds remain, playing starts from the beginning. */
const NEARLY_OVER = 0.5;

export function reduce(state: PlayerState, action: Action): PlayerState {
  switch (action.type) {
    case "grab":
      return { kind: "recording", recording: startRecording(sampleOf(state), action.by) };
    case "drag":
    case "nudge":
    case "release":
      return state.kind === "recording" ? moveArm(state.recording, action) : state;
    case "seek":
    case "play":
    case "pause":
    case "show example":
      return state.kind === "replaying" ? replay(state, action) : state;
  }
}

function moveArm(recording: Recording, action: ArmAction): PlayerState {
  const change = (simulation: Simulation): PlayerState => ({
    kind: "recording",
    recording: { ...recording, simulation },
  });
  switch (action.type) {
    case "drag":
      return change(setGoal(recording.simulation, action.to));
    case "nudge":
      return change(nudge(recording.simulation, action.by));
    case "release":
      return finish(recording);
  }
}

/** Plays what follows the release, such as the block's fall. */
function finish(recording: Recording): PlayerState {
  const released = release(recording);
  const { episode } = released;
  const outcome = outcomeOf(released);
  return { kind: "replaying", episode, time: recording.time, status: "playing", outcome };
}

type Replaying = Extract<PlayerState, { kind: "replaying" }>;

function replay(state: Replaying, action: ReplayAction): PlayerState {
  switch (action.type) {
    case "seek":
      return { ...seek(state, action.time), status: "paused" };
    case "play": {
      const isNearlyOver = state.time >= durationOf(state.episode) - NEARLY_OVER;
      return { ...state, status: "playing", time: isNearlyOver ? 0 : state.time };
    }
    case "pause":
      return { ...state, status: "paused" };
    case "show example":
      return INITIAL;
  }
}

export function isMoving(state: PlayerState): boolean {
  if (state.kind === "recording") return !isWaitingForKey(state.recording);
  return state.status === "playing";
}

export function isRecorded(state: PlayerState): boolean {
  return state.kind === "recording" || state.outcome !== null;
}

/** True while the end of an episode is shown. */
export function isOver(state: PlayerState): boolean {
  return state.kind === "replaying" && state.time === durationOf(state.episode);
}

export function isPlaced(state: PlayerState): boolean {
  return state.kind === "replaying" && state.outcome === "placed";
}

export function episodeOf(state: PlayerState): Episode {
  return state.kind === "recording" ? state.recording.episode : state.episode;
}

export function timeOf(state: PlayerState): number {
  return state.kind === "recording" ? state.recording.time : state.time;
}

/** Returns a new array at each call. */
export function sampleOf(state: PlayerState): Sample {
  return state.kind === "recording"
    ? sampleSimulation(state.recording.simulation)
    : sampleAt(state.episode, state.time);
}

export function advancePlayer(state: PlayerState, seconds: number): PlayerState {
  if (state.kind === "recording") {
    const recording = advanceRecording(state.recording, seconds);
    return recording.time < MAX_SECONDS ? { kind: "recording", recording } : finish(recording);
  }
  if (state.status !== "playing") return state;
  const later = seek(state, state.time + seconds);
  return later.time < durationOf(state.episode) ? later : { ...later, status: "paused" };
}

function seek(state: Replaying, time: number): Replaying {
  return { ...state, time: Math.min(Math.max(time, 0), durationOf(state.episode)) };
}

/** Limits the time that a frame adds, because time would jump after a while in a background tab. */
const MAX_FRAME_SECONDS = 0.1;

export function createPlayer() {
  const { get, set, subscribe } = createObservable(INITIAL);
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

/** `part` must return the same value until that part of the state changes. */
export function usePlayerState<Part>(player: Player, part: (state: PlayerState) => Part): Part {
  return useSyncExternalStore(
    player.subscribe,
    () => part(player.get()),
    () => part(INITIAL),
  );
}
