import { expect, test } from "vitest";

import { BLOCK_START, isInTray, TRAY_X, type Point } from "./arm.ts";
import { durationOf, outcomeOf, RATE } from "./episode.ts";
import {
  advancePlayer,
  INITIAL,
  isMoving,
  reduce,
  sampleOf,
  type Action,
  type PlayerState,
} from "./player.ts";
import { EXAMPLE } from "./recording.ts";
import { AT_HOME, distance } from "./simulation.ts";

const END = durationOf(EXAMPLE);
const ABOVE_TABLE: Point = [-0.42, 0.19];
const ABOVE_TRAY: Point = [TRAY_X, 0.15];

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

function drag(state: PlayerState, points: Point[]): PlayerState {
  return points.reduce((at, point) => wait(after(at, { type: "drag", to: point }), 1), state);
}

const grab = (by: "pointer" | "keys" = "pointer") => after(INITIAL, { type: "grab", by });

function record(...points: Point[]): PlayerState {
  return wait(after(drag(grab(), points), { type: "release" }), 8);
}

test("the example carries the block into the tray, and ends at home", () => {
  const last = EXAMPLE.samples.at(-1);
  expect(EXAMPLE.phases.map(({ name }) => name)).toEqual(["reach", "carry", "release"]);
  expect(last && isInTray(last.block)).toBe(true);
  expect(last && distance(last.pads, AT_HOME.pads)).toBeLessThan(0.001);
});

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
  expect(paused.time).toBe(playing.time);
  expect(wait(after(paused, { type: "play" }), 20)).toMatchObject({ status: "paused", time: END });
});

test("the example plays from the start when it is nearly over", () => {
  expect(after(INITIAL, { type: "seek", time: END - 0.1 }, { type: "play" }).time).toBe(0);
});

test("a recording that ends in the tray is placed, with its phases", () => {
  const placed = record(BLOCK_START, ABOVE_TABLE, ABOVE_TRAY);
  expect(outcomeOf(placed.episode)).toBe("placed");
  expect(placed.status).toBe("paused");
  expect(placed.episode.phases.map(({ name }) => name)).toEqual(["reach", "carry", "release"]);
});

test("a recording that never holds the block counts as untouched", () => {
  expect(outcomeOf(record(ABOVE_TRAY).episode)).toBe("untouched");
});

test("a recording has sixty samples a second, without a gap, and ends with the last", () => {
  const recorded = record(BLOCK_START, ABOVE_TABLE, ABOVE_TRAY);
  const { samples } = recorded.episode;
  expect(recorded.time).toBe(samples.length / RATE);
  for (const { pads, block } of samples)
    expect([...pads, ...block].every(Number.isFinite)).toBe(true);
});

test("after 20 s of a recording the arm is released, and cannot be dragged until it is grabbed again", () => {
  const over = wait(drag(grab(), [BLOCK_START, ABOVE_TABLE]), 30);
  expect(over).toMatchObject({ status: "paused" });
  expect(outcomeOf(over.episode)).toBe("missed");
  expect(durationOf(over.episode)).toBeGreaterThan(20);
  expect(drag(over, [ABOVE_TRAY])).toEqual(over);
});

test("a released arm cannot be dragged while the block falls, which is shown in real time", () => {
  const carried = drag(grab(), [BLOCK_START, ABOVE_TABLE]);
  const falling = after(carried, { type: "release" });
  expect(after(falling, { type: "drag", to: ABOVE_TRAY })).toEqual(falling);
  expect(falling.time).toBe(carried.time);
  expect(sampleOf(falling).block[1]).toBeCloseTo(ABOVE_TABLE[1], 2);
  expect(sampleOf(wait(falling, 8)).block[1]).toBeCloseTo(BLOCK_START[1], 3);
});

test("after a block was placed, the next recording finds it on the table again", () => {
  const again = after(record(BLOCK_START, ABOVE_TABLE, ABOVE_TRAY), { type: "grab", by: "keys" });
  expect(sampleOf(again).block).toEqual(BLOCK_START);
});

test("time to think between two keys does not count", () => {
  const grabbed = wait(grab("keys"), 60);
  expect(grabbed.status).toBe("recording");
  const dragged = drag(grabbed, [BLOCK_START, BLOCK_START, BLOCK_START]);
  expect(dragged.time).toBeLessThan(2);
});
