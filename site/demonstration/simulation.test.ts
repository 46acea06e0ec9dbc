import { expect, test } from "vitest";

import { CHANNELS } from "./episode.ts";
import { padsOf } from "./kinematics.ts";
import { EXAMPLE, SCENE, type Sample } from "./model.ts";
import { pixel } from "./projection.ts";
import {
  advance,
  graspIfNear,
  isStill,
  setGoal,
  openGripper,
  sampleSimulation,
  startSimulation,
  type Simulation,
} from "./simulation.ts";
import { isInTray, pointAt, toPlane, toPosition } from "./workspace.ts";

const START = EXAMPLE.samples[0] as Sample;
const BLOCK = toPlane(SCENE.block.start);

function steps(from: number, to: number, count: number): number[] {
  return Array.from({ length: count }, (_, step) => from + (step * (to - from)) / (count - 1));
}

function grid(across: number[], up: number[]): [number, number][] {
  return across.flatMap((x) => up.map((y): [number, number] => [x, y]));
}

const ACROSS_PICTURE = [-3000, -300, ...steps(-60, 160, 23), 300, 3000];
/** Pixels in the image, beside it and far outside it. */
const PIXELS = grid(ACROSS_PICTURE, ACROSS_PICTURE);

function wait(simulation: Simulation, seconds: number, decide = graspIfNear): Simulation {
  let later = simulation;
  for (let frame = 0; frame < seconds * 60; frame += 1) later = advance(decide(later), 1 / 60);
  return later;
}

function drop(simulation: Simulation): Simulation {
  return wait(openGripper(simulation), 1.5, (falling) => falling);
}

function hang(point: readonly [number, number]): Sample {
  const simulation = startSimulation(START);
  return sampleSimulation({ ...setGoal(simulation, pointAt(point)), offset: [0, 0, 0], tilt: 0 });
}

function carry(to: readonly [number, number]): Simulation {
  const held = wait(setGoal(startSimulation(START), BLOCK), 0.8);
  return wait(setGoal(held, to), 1);
}

test("wherever the pointer is, each joint stays within its lane", () => {
  for (const point of PIXELS) {
    const sample = hang(point);
    for (const [channel, { range }] of CHANNELS.entries()) {
      expect(sample[channel]).toBeGreaterThanOrEqual(range[0]);
      expect(sample[channel]).toBeLessThanOrEqual(range[1]);
    }
  }
});

test("wherever the pointer is, the arm neither flips nor jumps", () => {
  for (const [x, y] of PIXELS) {
    const [before, after] = [hang([x, y]), hang([x + 0.1, y - 0.1])];
    for (const channel of [0, 1, 2, 3]) {
      expect(Math.abs((after[channel] ?? NaN) - (before[channel] ?? NaN))).toBeLessThan(2);
    }
  }
});

test("within its reach the pads are under the pointer", () => {
  for (const point of grid(steps(0.08, 0.3, 12), steps(0.07, 0.2, 8))) {
    const at = pixel(toPosition(point));
    const [x, y] = pixel(padsOf(hang(at)));
    expect(Math.hypot(x - at[0], y - at[1])).toBeLessThan(0.03);
  }
});

test("grabbed at any time of the example, the arm does not jump", () => {
  for (const sample of EXAMPLE.samples) {
    const grabbed = sampleSimulation(startSimulation(sample));
    for (const [index, value] of sample.entries()) expect(grabbed[index]).toBeCloseTo(value, 0);
  }
});

test("released anywhere, the block comes to rest either flat in the tray or flat beside it", () => {
  for (const point of grid(steps(-0.03, 0.36, 14), [0.05, 0.15, 0.28])) {
    const carried = carry(point);
    expect(carried.gripper).toBe("holding");
    const dropped = drop(carried);
    expect(isStill(dropped)).toBe(true);
    const lies = isInTray(dropped.block) ? SCENE.block.inTray : SCENE.block.start;
    expect(dropped.block[2]).toBeCloseTo(lies[2], 3);
  }
});

test("a block that missed the tray can be grasped again", () => {
  const missed = drop(carry([0.15, 0.15]));
  expect(isInTray(missed.block)).toBe(false);
  const away = wait(setGoal(startSimulation(sampleSimulation(missed)), [0.05, 0.2]), 0.5);
  expect(wait(setGoal(away, toPlane(missed.block)), 0.8).gripper).toBe("holding");
});
