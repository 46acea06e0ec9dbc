import * as fc from "fast-check";
import { describe, expect, test } from "vitest";

import { EXAMPLE, SCENE, type Sample } from "../assets/demonstration.ts";
import { CHANNELS } from "./episode.ts";
import { blockOf, minus, padsOf, pixel } from "./kinematics.ts";
import {
  leadTo,
  nudge,
  sampleOf,
  step,
  startSimulation,
  toggleGripper,
  type Simulation,
} from "./simulation.ts";
import { pointAt, toPlane, toPosition } from "./workspace.ts";

const START = EXAMPLE.samples[0] as Sample;
const FRAME_SECONDS = 1 / 60;

const within = (low: number, high: number) => fc.double({ min: low, max: high, noNaN: true });

/** Far outside the picture, too. */
const anyPixel = fc.tuple(within(-3000, 3000), within(-3000, 3000));

// The same cases in every run.
fc.configureGlobal({ seed: 20 });

/** The simulation after some seconds at a place. */
function wait(simulation: Simulation, seconds: number): Simulation {
  let later = simulation;
  for (let at = 0; at < seconds; at += FRAME_SECONDS) later = step(later, FRAME_SECONDS);
  return later;
}

function hang(point: readonly [number, number]): Sample {
  const simulation = startSimulation(START, true);
  return sampleOf({ ...leadTo(simulation, pointAt(point)), offset: [0, 0, 0], tilt: 0 });
}

describe("wherever the pointer is", () => {
  test("each joint stays within its lane", () => {
    fc.assert(
      fc.property(anyPixel, (point) => {
        const sample = hang(point);
        for (const [channel, { range }] of CHANNELS.entries()) {
          expect(sample[channel]).toBeGreaterThanOrEqual(range[0]);
          expect(sample[channel]).toBeLessThanOrEqual(range[1]);
        }
      }),
    );
  });

  test("the arm neither flips nor jumps", () => {
    fc.assert(
      fc.property(anyPixel, fc.tuple(within(-0.1, 0.1), within(-0.1, 0.1)), (point, by) => {
        const [before, after] = [hang(point), hang([point[0] + by[0], point[1] + by[1]])];
        for (const channel of [0, 1, 2, 3]) {
          expect(Math.abs((after[channel] ?? NaN) - (before[channel] ?? NaN))).toBeLessThan(2);
        }
      }),
    );
  });
});

test("within its reach the pads are under the pointer", () => {
  const inReach = fc.tuple(within(0.08, 0.3), within(0.06, 0.2));
  fc.assert(
    fc.property(inReach, (point) => {
      const at = pixel(toPosition(point));
      const [x, y] = pixel(padsOf(hang(at)));
      expect(Math.hypot(x - at[0], y - at[1])).toBeLessThan(0.03);
    }),
  );
});

test("taken at any time of the example, the arm does not jump", () => {
  for (const sample of EXAMPLE.samples) {
    const taken = sampleOf(startSimulation(sample, true));
    for (const [index, value] of sample.entries()) expect(taken[index]).toBeCloseTo(value, 0);
  }
});

const BLOCK = toPlane(SCENE.block.start);
const IN_TRAY = toPlane(SCENE.block.inTray);

test("by pointer, the gripper closes at the block, carries it, and leaves it where it rests low", () => {
  const atBlock = wait(leadTo(startSimulation(START, true), BLOCK), 0.5);
  expect(atBlock.gripper).toBe("holding");
  const carried = wait(leadTo(atBlock, [0.15, 0.2]), 1);
  expect(blockOf(sampleOf(carried))).toEqual(padsOfRounded(carried));
  const placed = wait(leadTo(carried, IN_TRAY), 1);
  expect(placed.gripper).toBe("open");
  const left = wait(leadTo(placed, [0.1, 0.2]), 1);
  expect(Math.hypot(...minus(left.block, SCENE.block.inTray))).toBeLessThan(0.001);
});

test("by keys, Space closes the gripper on the block, and drops it on what is below", () => {
  const above = wait(leadTo(startSimulation(START, false), BLOCK), 1);
  expect(above.gripper).toBe("open");
  const held = wait(toggleGripper(above), 0.5);
  const carried = wait(nudge(nudge(held, 0, 0.1), IN_TRAY[0], 0), 1);
  expect(carried.block[2]).toBeGreaterThan(0.1);
  const dropped = wait(toggleGripper(carried), 1);
  expect(dropped.block[2]).toBeCloseTo(SCENE.block.inTray[2], 3);
});

function padsOfRounded(simulation: Simulation) {
  return padsOf(sampleOf(simulation)).map((value) => expect.closeTo(value, 6) as number);
}
