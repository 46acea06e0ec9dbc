import { useSyncExternalStore } from "react";

import { createObservable } from "../ui/observable.ts";
import { durationOf, sampleAt } from "./episode.ts";
import { EXAMPLE, type Episode, type Sample } from "./model.ts";
import {
  advanceRecording,
  isWaitingForKey,
  control,
  release,
  resultOf,
  startRecording,
  type Recording,
  type Result,
} from "./recording.ts";
import {
  setGoal,
  nudge,
  sampleOf as sampleOfSimulation,
  toggleGripper,
  type Simulation,
} from "./simulation.ts";
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
      result: Result | null;
    };

export type Action = { type: "grab"; by: Simulation["inputMode"] } | ArmAction | ReplayAction;

type ArmAction =
  | { type: "drag"; to: PlanePoint }
  /** `by` is in metres. */
  | { type: "nudge"; by: PlanePoint }
  | { type: "toggle gripper" | "release" };

type ReplayAction = { type: "seek"; time: number } | { type: "play" | "pause" | "show example" };

export type Player = ReturnType<typeof createPlayer>;

export const INITIAL: PlayerState = {
  kind: "replaying",
  episode: EXAMPLE,
  time: 0,
  status: "untouched",
  result: null,
};

/** If at most this many seconds remain, playing starts from the beginning. */
const NEARLY_OVER = 0.5;

export function reduce(state: PlayerState, action: Action): PlayerState {
  switch (action.type) {
    case "grab":
      return toPlayerState(startRecording(sampleOf(state), action.by));
    case "drag":
    case "nudge":
    case "toggle gripper":
    case "release":
      return state.kind === "recording" ? toPlayerState(moveArm(state.recording, action)) : state;
    case "seek":
    case "play":
    case "pause":
    case "show example":
      return state.kind === "replaying" ? replay(state, action) : state;
  }
}

function moveArm(recording: Recording, action: ArmAction): Recording {
  switch (action.type) {
    case "drag":
      return control(recording, (simulation) => setGoal(simulation, action.to));
    case "nudge":
      return control(recording, (simulation) => nudge(simulation, action.by));
    case "toggle gripper":
      return control(recording, toggleGripper);
    case "release":
      return release(recording, "visitor");
  }
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
  return state.kind === "recording" || state.result !== null;
}

export function isPlaced(state: PlayerState): boolean {
  return state.kind === "replaying" && state.result?.outcome === "placed";
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
    ? sampleOfSimulation(state.recording.simulation)
    : sampleAt(state.episode, state.time);
}

export function advancePlayer(state: PlayerState, seconds: number): PlayerState {
  if (state.kind === "recording") return toPlayerState(advanceRecording(state.recording, seconds));
  if (state.status !== "playing") return state;
  const later = seek(state, state.time + seconds);
  return later.time < durationOf(state.episode) ? later : { ...later, status: "paused" };
}

function toPlayerState(recording: Recording): PlayerState {
  const result = resultOf(recording);
  if (result === null) return { kind: "recording", recording };
  const { episode } = recording;
  return { kind: "replaying", episode, time: durationOf(episode), status: "paused", result };
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

/** Re-renders only when the selected part changes. */
export function usePlayerState<Part>(
  { subscribe, get }: Player,
  select: (state: PlayerState) => Part,
): Part {
  return useSyncExternalStore(
    subscribe,
    () => select(get()),
    () => select(INITIAL),
  );
}
