import { useSyncExternalStore } from "react";

import { EXAMPLE, type Episode, type Sample } from "../assets/demonstration.ts";
import { createObservable, type Observable } from "../ui/observable.ts";
import { durationOf, sampleAt } from "./episode.ts";

/** What the demonstration shows. Times are in seconds. */
export type PlayerState = {
  /** `static` is the page without script; `untouched` is hydrated, but not moved yet. */
  status: "static" | "untouched" | "paused" | "playing" | "recording";
  episode: Episode;
  time: number;
  /** What is measured at this time. */
  sample: Sample;
  /** How many seconds the lanes show. */
  span: number;
};

export type Player = Observable<PlayerState>;

const STATIC: PlayerState = { status: "static", ...startOf(EXAMPLE) };

export function createPlayer(): Player {
  return createObservable<PlayerState>({ ...STATIC, status: "untouched" });
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

/** Once the playhead was moved, values are shown in place of their ranges. */
export function isTouched({ status }: Pick<PlayerState, "status">): boolean {
  return status !== "static" && status !== "untouched";
}

/** Where a time is in the lanes. */
export function position(time: number, span: number): string {
  return `${Number(((100 * time) / span).toFixed(2))}%`;
}

/** Whether nothing else has been shown since: everything that plays or moves the playhead sets a new state. */
export function isShown(player: Player, state: PlayerState): boolean {
  return player.get() === state;
}

/** Shows an episode in place of another. */
export function show(player: Player, episode: Episode): void {
  player.set({ status: "untouched", ...startOf(episode) });
}

/** Moves the playhead, and pauses it there. */
export function movePlayhead(player: Player, time: number): void {
  player.set(stateAt(player, "paused", time));
}

/** Goes to a time and plays on from there, if it plays. */
export function seek(player: Player, time: number): void {
  if (player.get().status === "playing") playFrom(player, time);
  else movePlayhead(player, time);
}

/** Plays in real time, from the start if little is left. Moving the playhead stops it. */
export function play(player: Player): void {
  const { time, span } = player.get();
  playFrom(player, time < span - NEARLY_OVER ? time : 0);
}

/** Seconds before the end in which there is nothing left to play. */
const NEARLY_OVER = 0.5;

export function pause(player: Player): void {
  movePlayhead(player, player.get().time);
}

/** For reduced motion: jumps to the end of the current phase, and from the last one's to the start. */
export function playPhase(player: Player): void {
  const { episode, time, span } = player.get();
  const next = episode.phases.find(({ from }) => from > time);
  movePlayhead(player, time < span ? (next?.from ?? span) : 0);
}

/** Shows another time. Returns a function that goes back, unless the playhead was moved since. */
export function preview(player: Player, time: number): () => void {
  const before = player.get();
  movePlayhead(player, time);
  const shown = player.get();
  return () => {
    if (isShown(player, shown)) player.set(before);
  };
}

function startOf(episode: Episode): Omit<PlayerState, "status"> {
  return { episode, time: 0, sample: sampleAt(episode, 0), span: durationOf(episode) };
}

function stateAt(player: Player, status: PlayerState["status"], time: number): PlayerState {
  const { episode } = player.get();
  const span = durationOf(episode);
  const within = Math.min(Math.max(time, 0), span);
  return { status, episode, time: within, sample: sampleAt(episode, within), span };
}

function playFrom(player: Player, from: number): void {
  const startedAt = performance.now();
  let shown: PlayerState;
  const frame = (now: number) => {
    if (!isShown(player, shown)) return;
    const time = from + Math.max(now - startedAt, 0) / 1000;
    if (time < shown.span) next(time);
    else movePlayhead(player, time);
  };
  const next = (time: number) => {
    shown = stateAt(player, "playing", time);
    player.set(shown);
    requestAnimationFrame(frame);
  };
  next(from);
}
