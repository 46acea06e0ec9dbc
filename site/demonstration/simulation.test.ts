import { expect, test } from "vitest";

import { BLOCK_START, isInTray, poseOf, reach, restAt, TRAY_X, type Point } from "./arm.ts";
import { CHANNELS, measure, RATE } from "./episode.ts";
import {
  advance,
  AT_HOME,
  distance,
  isStill,
  moveGoal,
  release,
  type Simulation,
} from "./simulation.ts";

function range(from: number, to: number, count: number): number[] {
  return Array.from({ length: count }, (_, step) => from + (step * (to - from)) / (count - 1));
}

/** Points in reach of the arm, out of its reach, and far outside of the image. */
const POINTS = [...range(-0.7, 0.1, 41), -30, 30].flatMap((x) =>
  [...range(-0.1, 0.5, 31), -30, 30].map((z): Point => [x, z]),
);

function wait(simulation: Simulation, seconds: number): Simulation {
  let later = simulation;
  for (let step = 0; step < seconds * RATE; step += 1) later = advance(later);
  return later;
}

const lead = (simulation: Simulation, ...points: Point[]) =>
  points.reduce((led, point) => wait(moveGoal(led, point), 1), simulation);

const carry = (to: Point) => lead(AT_HOME, BLOCK_START, to);

test("wherever the pointer is, each joint stays within its lane", () => {
  for (const point of POINTS) {
    const values = measure({ ...AT_HOME, pads: reach(point) });
    for (const [channel, { range: limits }] of CHANNELS.entries()) {
      expect(values[channel]).toBeGreaterThanOrEqual(limits[0]);
      expect(values[channel]).toBeLessThanOrEqual(limits[1]);
    }
  }
});

test("the pads are at the pointer wherever the arm can reach it", () => {
  for (const point of range(-0.5, -0.2, 7).flatMap((x) => [0.1, 0.15].map((z): Point => [x, z])))
    expect(distance(reach(point), point)).toBeLessThan(1e-9);
});

test("the arm's links keep their length", () => {
  for (const point of POINTS) {
    const { elbow, wrist, upper } = poseOf(reach(point));
    expect(distance(elbow, wrist)).toBeCloseTo(0.3, 6);
    expect(upper).toBeGreaterThan(60);
  }
});

test("released anywhere, the block comes to rest either in the tray or beside it, and the arm returns home", () => {
  for (const x of range(-0.51, -0.19, 12)) {
    const carried = carry([x, 0.2]);
    expect(carried.gripper).toBe("holding");
    const dropped = wait(release(carried), 4);
    expect(isStill(dropped)).toBe(true);
    expect(dropped.block).toEqual(restAt(dropped.block[0]));
    expect(distance(dropped.pads, AT_HOME.pads)).toBeLessThan(0.001);
  }
});

test("a block that is released above the tray lies in it", () => {
  expect(isInTray(wait(release(carry([TRAY_X + 0.06, 0.2])), 2).block)).toBe(true);
  expect(isInTray(wait(release(carry([TRAY_X - 0.15, 0.2])), 2).block)).toBe(false);
});

test("a block that missed the tray can be grasped again, wherever it lies", () => {
  for (const x of range(-0.51, -0.4, 8)) {
    const { block } = wait(release(carry([x, 0.2])), 2);
    expect(lead({ ...AT_HOME, block }, block).gripper).toBe("holding");
  }
});

test("arrow keys reach the block, whether they move down or to the left first", () => {
  const nudge = (by: Point, count: number) => (simulation: Simulation) => {
    let moved = simulation;
    for (let key = 0; key < count; key += 1) {
      const goal: Point = [moved.goal[0] + by[0], moved.goal[1] + by[1]];
      moved = wait(moveGoal(moved, goal), 0.3);
    }
    return moved;
  };
  const [down, left] = [nudge([0, -0.03], 10), nudge([-0.03, 0], 6)];
  expect(left(down(AT_HOME)).gripper).toBe("holding");
  expect(down(left(AT_HOME)).gripper).toBe("holding");
});
