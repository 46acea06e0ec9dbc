import { interpolate } from "./episode.ts";
import { RATE, type Episode, type Sample } from "./model.ts";
import {
  advance,
  graspIfNear,
  isStill,
  openGripper,
  sampleSimulation,
  startSimulation,
  type Simulation,
} from "./simulation.ts";
import { isInTray } from "./workspace.ts";

export type Recording = {
  inputMode: "pointer" | "keys";
  simulation: Simulation;
  episode: Episode;
  /** Seconds since the arm was grabbed. */
  time: number;
};

export type Outcome = "placed" | "missed" | "untouched";

/** A recording that lasts this long ends by itself. */
export const MAX_SECONDS = 20;

export function startRecording(sample: Sample, inputMode: Recording["inputMode"]): Recording {
  const simulation = startSimulation(sample);
  const name = simulation.gripper === "holding" ? "carry" : "reach";
  const episode = { samples: [sample], phases: [{ name, from: 0 }] };
  return { inputMode, simulation, episode, time: 0 };
}

export function advanceRecording(recording: Recording, seconds: number): Recording {
  return step({ ...recording, simulation: graspIfNear(recording.simulation) }, seconds);
}

/** A recording by keyboard pauses when nothing moves, until the next key. */
export function isWaitingForKey({ inputMode, simulation }: Recording): boolean {
  return inputMode === "keys" && isStill(simulation);
}

/** Opens the gripper, and records what follows until a sample shows everything at rest. */
export function release(recording: Recording): Recording {
  return settle({ ...recording, simulation: openGripper(recording.simulation) });
}

function settle(recording: Recording): Recording {
  // Each step adds one sample, which lies between the states before and after it.
  const next = step(recording, 1 / RATE);
  return isStill(recording.simulation) ? next : settle(next);
}

export function outcomeOf({ episode, simulation }: Recording): Outcome {
  if (!episode.phases.some(({ name }) => name === "carry")) return "untouched";
  return isInTray(simulation.block) ? "placed" : "missed";
}

function step(before: Recording, seconds: number): Recording {
  const time = before.time + seconds;
  const simulation = advance(before.simulation, seconds);
  const samples = addSamples(before, time, sampleSimulation(simulation));
  const phases = addPhase({ ...before.episode, samples }, simulation);
  return { ...before, simulation, time, episode: { samples, phases } };
}

/** Adds the samples that are due, and interpolates them between the last two frames. */
function addSamples(before: Recording, time: number, now: Sample): readonly Sample[] {
  const { samples } = before.episode;
  const due = Math.floor(time * RATE) + 1 - samples.length;
  if (due <= 0) return samples;
  const shown = sampleSimulation(before.simulation);
  const added = Array.from({ length: due }, (_, index) => {
    const at = (samples.length + index) / RATE;
    return interpolate(shown, now, (at - before.time) / (time - before.time));
  });
  return [...samples, ...added];
}

/** Starts the phase `carry` when the gripper holds the block, and `release` when it no longer does. */
function addPhase({ samples, phases }: Episode, { gripper }: Simulation): Episode["phases"] {
  const wasCarried = phases.at(-1)?.name === "carry";
  const isCarried = gripper === "holding";
  const from = (samples.length - 1) / RATE;
  if (isCarried && !wasCarried) return [...phases, { name: "carry", from }];
  if (wasCarried && !isCarried) return [...phases, { name: "release", from }];
  return phases;
}
