import { useSyncExternalStore } from "react";

import { MOTION_ALLOWED } from "../ui/media.ts";
import { createObservable } from "../ui/observable.ts";
import type { Point } from "./arm.ts";
import { durationOf, sampleAt, type Sample } from "./episode.ts";
import {
  advanceRecording,
  EXAMPLE,
  finishRecording,
  lead,
  startRecording,
  type Recording,
} from "./recording.ts";
import { isStill } from "./simulation.ts";

export type PlayerState = {
  status: "recording" | "playing" | "paused";
  episode: Recording;
  /** In seconds. */
  time: number;
  /** How the arm was grabbed. */
  by: "pointer" | "keys";
};

export type Action =
  | { type: "grab"; by: PlayerState["by"] }
  | { type: "drag"; to: Point }
  /** `by` is in metres. */
  | { type: "nudge"; by: Point }
  | { type: "seek"; time: number }
  | { type: "release" | "play" | "pause" };

export type Player = ReturnType<typeof createPlayer>;

export const INITIAL: PlayerState = { status: "paused", episode: EXAMPLE, time: 0, by: "pointer" };

/** A recording that lasts this long ends by itself. */
export const MAX_SECONDS = 20;

/** If at most this many seconds remain, playing starts from the beginning. */
const NEARLY_OVER = 0.5;

/** While the visitor records, only the arm can be moved; at other times, only the playhead. */
export function reduce(state: PlayerState, action: Action): PlayerState {
  const { episode, time } = state;
  const { goal } = episode.simulation;
  const isRecording = state.status === "recording";
  const end = durationOf(episode);
  switch (action.type) {
    case "grab":
      return {
        status: "recording",
        episode: startRecording(sampleOf(state)),
        time: 0,
        by: action.by,
      };
    case "drag":
      return isRecording ? { ...state, episode: lead(episode, action.to) } : state;
    case "nudge": {
      const to: Point = [goal[0] + action.by[0], goal[1] + action.by[1]];
      return isRecording ? { ...state, episode: lead(episode, to) } : state;
    }
    case "release":
      // Plays what follows: the block falls, and the arm drives home.
      return isRecording
        ? { ...state, status: "playing", episode: finishRecording(episode) }
        : state;
    case "play":
      return isRecording
        ? state
        : { ...state, status: "playing", time: time < end - NEARLY_OVER ? time : 0 };
    case "pause":
      return isRecording ? state : { ...state, status: "paused" };
    case "seek": {
      const to = Math.min(Math.max(action.time, 0), end);
      return isRecording ? state : { ...state, status: "paused", time: to };
    }
  }
}

/** A recording by keyboard waits when nothing moves, until the next key. */
export function isMoving({ status, episode, by }: PlayerState): boolean {
  if (status === "recording") return by === "pointer" || !isStill(episode.simulation);
  return status === "playing";
}

export function sampleOf({ episode, time }: PlayerState): Sample {
  return sampleAt(episode, time);
}

export function advancePlayer(state: PlayerState, seconds: number): PlayerState {
  const time = state.time + seconds;
  if (state.status === "recording") {
    let { episode } = state;
    while (durationOf(episode) < time) episode = advanceRecording(episode);
    const later = { ...state, episode, time };
    return time < MAX_SECONDS ? later : reduce(later, { type: "release" });
  }
  return time < durationOf(state.episode)
    ? { ...state, time }
    : { ...state, status: "paused", time: durationOf(state.episode) };
}

/** Limits the time that a frame adds, because time would jump after a while in a background tab. */
const MAX_FRAME_SECONDS = 0.1;

export function createPlayer() {
  const { get, set, subscribe } = createObservable(INITIAL);
  let isRunning = false;

  /** With reduced motion, the block and the arm are at once where they come to rest. */
  const show = (next: PlayerState) => {
    const isReleased = get().status === "recording" && next.status === "playing";
    const jumps = isReleased && !matchMedia(MOTION_ALLOWED).matches;
    set(jumps ? reduce(next, { type: "seek", time: Infinity }) : next);
  };
  const dispatch = (action: Action) => {
    show(reduce(get(), action));
    if (isRunning || !isMoving(get())) return;
    isRunning = true;
    requestAnimationFrame(passTime);
  };
  const passTime = (before: number) => {
    requestAnimationFrame((now) => {
      const seconds = Math.min((now - before) / 1000, MAX_FRAME_SECONDS);
      if (isMoving(get())) show(advancePlayer(get(), seconds));
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
