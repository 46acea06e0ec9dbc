import { interpolate } from "./episode.ts";
import { RATE, type Episode, type Sample } from "./model.ts";
import {
  advance,
  isStill,
  openGripper,
  sampleOf,
  startSimulation,
  type Simulation,
} from "./simulation.ts";
import { isInTray } from "./workspace.ts";

export type Recording = {
  simulation: Simulation;
  episode: Episode;
  /** Seconds since the arm was grabbed. */
  time: number;
  stage: Stage;
};

/** `settling` lasts from the release until a sample shows everything at rest. */
type Stage =
  | { kind: "controlled" }
  | { kind: "settling" | "settled"; releasedBy: "visitor" | "limit" };

export type Result = {
  outcome: "placed" | "missed" | "untouched";
  releasedBy: "visitor" | "limit";
};

export const MAX_SECONDS = 20;

/** A recording that reaches the limit ends a second later, so that a late press does not start a new one. */
const EARLIEST_END_SECONDS = { visitor: 0, limit: MAX_SECONDS + 1 };

export function startRecording(sample: Sample, inputMode: Simulation["inputMode"]): Recording {
  const simulation = startSimulation(sample, inputMode);
  const name = simulation.gripper === "holding" ? "carry" : "reach";
  return {
    simulation,
    episode: { samples: [sample], phases: [{ name, from: 0 }] },
    time: 0,
    stage: { kind: "controlled" },
  };
}

export function control(
  recording: Recording,
  change: (simulation: Simulation) => Simulation,
): Recording {
  if (recording.stage.kind !== "controlled") return recording;
  return { ...recording, simulation: change(recording.simulation) };
}

export function release(recording: Recording, releasedBy: "visitor" | "limit"): Recording {
  if (recording.stage.kind !== "controlled") return recording;
  const simulation = openGripper(recording.simulation);
  return { ...recording, simulation, stage: { kind: "settling", releasedBy } };
}

/** A recording by keyboard pauses when nothing moves, until the next key. */
export function isWaitingForKey({ simulation, stage }: Recording): boolean {
  return simulation.inputMode === "keys" && stage.kind === "controlled" && isStill(simulation);
}

function outcomeOf({ episode, simulation }: Recording): Result["outcome"] {
  if (!episode.phases.some(({ name }) => name === "carry")) return "untouched";
  return isInTray(simulation.block) ? "placed" : "missed";
}

/** Null until everything is at rest. */
export function resultOf(recording: Recording): Result | null {
  const { stage } = recording;
  if (stage.kind !== "settled") return null;
  return { outcome: outcomeOf(recording), releasedBy: stage.releasedBy };
}

export function advanceRecording(before: Recording, seconds: number): Recording {
  const time = before.time + seconds;
  const simulation = advance(before.simulation, seconds);
  const samples = addSamples(before, time, sampleOf(simulation));
  const phases = addPhase({ ...before.episode, samples }, simulation);
  // Tests the previous frame, because a sample is interpolated between it and this one, and the last sample must show
  // everything at rest.
  const isMeasured = samples.length > before.episode.samples.length;
  const isMeasuredAtRest = isMeasured && isStill(before.simulation);
  const { stage } = before;
  const isSettled =
    stage.kind === "settling" && isMeasuredAtRest && time >= EARLIEST_END_SECONDS[stage.releasedBy];
  const after: Recording = {
    simulation,
    time,
    episode: { samples, phases },
    stage: isSettled ? { kind: "settled", releasedBy: stage.releasedBy } : stage,
  };
  return time < MAX_SECONDS ? after : release(after, "limit");
}

/** Adds the samples that are due, and interpolates them between the last two frames. */
function addSamples(before: Recording, time: number, now: Sample): readonly Sample[] {
  const { samples } = before.episode;
  const due = Math.floor(time * RATE) + 1 - samples.length;
  if (due <= 0) return samples;
  const shown = sampleOf(before.simulation);
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
