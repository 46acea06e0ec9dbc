import { BLOCK_START, HOME, isInTray, TRAY_X, type Point } from "./arm.ts";
import { durationOf, RATE, type Episode, type Sample } from "./episode.ts";
import {
  advance,
  AT_HOME,
  distance,
  isStill,
  moveGoal,
  release,
  type Simulation,
} from "./simulation.ts";

/** An episode, and the arm at its end. */
export type Recording = Episode & { simulation: Simulation };

/** Starts from a sample. A block that is in the tray returns to its place on the table. */
export function startRecording({ pads, opening, block: from }: Sample): Recording {
  const isHeld = distance(pads, from) < 0.002;
  const block = isInTray(from) && !isHeld ? BLOCK_START : from;
  const gripper = isHeld ? "holding" : "open";
  return {
    simulation: { ...AT_HOME, goal: pads, pads, opening, block, gripper },
    samples: [{ pads, opening, block }],
    phases: [{ name: isHeld ? "carry" : "reach", from: 0 }],
  };
}

/** Adds a sample. */
export function advanceRecording(recording: Recording): Recording {
  const simulation = advance(recording.simulation);
  const { pads, opening, block } = simulation;
  const samples = [...recording.samples, { pads, opening, block }];
  return { simulation, samples, phases: addPhase(recording, simulation.gripper) };
}

/** Starts the phase `carry` when the gripper holds the block, and `release` when it no longer does. */
function addPhase(episode: Episode, gripper: Simulation["gripper"]): Episode["phases"] {
  const { phases } = episode;
  const wasCarried = phases.at(-1)?.name === "carry";
  if (wasCarried === (gripper === "holding")) return phases;
  return [...phases, { name: wasCarried ? "release" : "carry", from: durationOf(episode) }];
}

export function lead(recording: Recording, goal: Point): Recording {
  return { ...recording, simulation: moveGoal(recording.simulation, goal) };
}

/** Releases the block, and records until it lies still and the arm is back home. */
export function finishRecording(recording: Recording): Recording {
  let last = { ...recording, simulation: release(recording.simulation) };
  while (!isStill(last.simulation)) last = advanceRecording(last);
  return last;
}

/** Cubic Bézier curves along which the pads are led in the example, each in this many seconds. */
const ROUTE: ReadonlyArray<{ seconds: number; through: [Point, Point, Point, Point] }> = [
  { seconds: 2.4, through: [HOME, [-0.4, 0.2], [-0.48, 0.16], BLOCK_START] },
  { seconds: 3.2, through: [BLOCK_START, [-0.51, 0.28], [-0.3, 0.33], [TRAY_X, 0.1]] },
];
/** In seconds, before the gripper closes and opens. */
const PAUSE = 0.5;

export const EXAMPLE: Recording = recordExample();

function recordExample(): Recording {
  let recording = startRecording(AT_HOME);
  for (const { seconds, through } of ROUTE) {
    for (let time = 0; time < seconds + PAUSE; time += 1 / RATE) {
      const t = Math.min(time / seconds, 1);
      // Starts and ends slowly.
      recording = advanceRecording(lead(recording, pointOf(through, t * t * (3 - 2 * t))));
    }
  }
  return finishRecording(recording);
}

function pointOf(through: readonly Point[], t: number): Point {
  const weights = [(1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t ** 2 * (1 - t), t ** 3];
  const sum = (axis: 0 | 1) =>
    through.reduce((total, point, index) => total + point[axis] * (weights[index] ?? 0), 0);
  return [sum(0), sum(1)];
}
