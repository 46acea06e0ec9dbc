import { expect, test } from "vitest";

import { durationOf } from "./episode.ts";
import { blockOf } from "./kinematics.ts";
import { EXAMPLE, RATE, SCENE } from "./model.ts";
import {
  advancePlayer,
  episodeOf,
  isMoving,
  reduce,
  sampleOf,
  timeOf,
  INITIAL,
  type Action,
  type PlayerState,
} from "./player.ts";
import { toPlane, type PlanePoint } from "./workspace.ts";

const END = durationOf(EXAMPLE);
const BLOCK = toPlane(SCENE.block.start);
const TRAY = toPlane(SCENE.block.inTray);

function after(state: PlayerState, ...actions: Action[]): PlayerState {
  return actions.reduce(reduce, state);
}

function wait(state: PlayerState, seconds: number): PlayerState {
  let later = state;
  for (let frame = 0; frame < seconds * 60 && isMoving(later); frame += 1) {
    later = advancePlayer(later, 1 / 60);
  }
  return later;
}

function drag(state: PlayerState, points: PlanePoint[]): PlayerState {
  return points.reduce((at, point) => wait(after(at, { type: "drag", to: point }), 1), state);
}

function record(...points: PlanePoint[]): PlayerState {
  const dragged = drag(after(INITIAL, { type: "grab", by: "pointer" }), points);
  return wait(after(dragged, { type: "release" }), 5);
}

const outcome = (state: PlayerState) => state.kind === "replaying" && state.outcome;
const phaseNames = (state: PlayerState) => episodeOf(state).phases.map(({ name }) => name);

test("the example plays by itself neither at first nor after a jump", () => {
  expect(isMoving(INITIAL)).toBe(false);
  const jumped = after(INITIAL, { type: "seek", time: 3 });
  expect(jumped).toMatchObject({ status: "paused", time: 3 });
  expect(sampleOf(jumped)).toEqual(EXAMPLE.samples[3 * RATE]);
  expect(isMoving(jumped)).toBe(false);
});

test("the example plays in real time, can be paused, and pauses at its end", () => {
  const playing = wait(after(INITIAL, { type: "play" }), 4);
  expect(playing).toMatchObject({ status: "playing", time: expect.closeTo(4) });
  const paused = wait(after(playing, { type: "pause" }), 4);
  expect(timeOf(paused)).toBe(timeOf(playing));
  expect(wait(after(paused, { type: "play" }), 20)).toMatchObject({
    status: "paused",
    time: END,
  });
});

test("the example plays from the start when it is nearly over", () => {
  expect(timeOf(after(INITIAL, { type: "seek", time: END - 0.1 }, { type: "play" }))).toBe(0);
});

test("a recording that ends in the tray is placed, with its phases", () => {
  const placed = record(BLOCK, [0.12, 0.2], [TRAY[0], 0.15], TRAY);
  expect(outcome(placed)).toBe("placed");
  expect(placed).toMatchObject({ status: "paused" });
  expect(phaseNames(placed)).toEqual(["reach", "carry", "release"]);
});

test("a recording that lets the block fall into the tray ends when it lies there", () => {
  for (const height of [0.1, 0.2, 0.25, 0.3]) {
    const [across, z] = toPlane(blockOf(sampleOf(record(BLOCK, [0.12, 0.2], [TRAY[0], height]))));
    expect(across).toBeCloseTo(TRAY[0], 4);
    expect(z).toBeCloseTo(TRAY[1], 4);
  }
});

test("a recording that never holds the block counts as untouched, and ends at once", () => {
  const reached = record([0.15, 0.2]);
  expect(outcome(reached)).toBe("untouched");
  expect(timeOf(reached)).toBeLessThan(1.2);
});

test("a recording has twenty samples a second, without a gap, and ends with the last", () => {
  const recorded = record(BLOCK, [0.12, 0.2], [TRAY[0], 0.15]);
  const episode = episodeOf(recorded);
  expect(timeOf(recorded)).toBe(episode.samples.length / RATE);
  expect(episode.samples.flat().every(Number.isFinite)).toBe(true);
});

test("after 20 s of a recording the arm is released, and cannot be dragged until it is grabbed again", () => {
  const carried = drag(after(INITIAL, { type: "grab", by: "pointer" }), [BLOCK, [0.12, 0.2]]);
  const over = wait(carried, 25);
  expect(over).toMatchObject({ status: "paused", outcome: "missed" });
  expect(Math.floor(durationOf(episodeOf(over)))).toBe(20);
  expect(drag(over, [TRAY])).toEqual(over);
});

test("a released arm cannot be dragged while the block falls, which is shown in real time", () => {
  const carried = drag(after(INITIAL, { type: "grab", by: "pointer" }), [BLOCK, [0.12, 0.2]]);
  const falling = after(carried, { type: "release" });
  expect(after(falling, { type: "drag", to: TRAY })).toEqual(falling);
  expect(timeOf(falling)).toBe(timeOf(carried));
  expect(blockOf(sampleOf(falling))[2]).toBeCloseTo(0.2, 2);
  const landed = wait(falling, 2);
  expect(timeOf(landed)).toBeGreaterThan(timeOf(falling) + 0.15);
  expect(blockOf(sampleOf(landed))[2]).toBeCloseTo(SCENE.block.start[2], 3);
});

test("time to think between two keys does not count", () => {
  const grabbed = wait(after(INITIAL, { type: "grab", by: "keys" }), 60);
  expect(grabbed.kind).toBe("recording");
  const dragged = drag(grabbed, [BLOCK, BLOCK, BLOCK]);
  expect(timeOf(dragged)).toBeLessThan(2);
});
