import { interpolate } from "./episode.ts";
import { blockOf } from "./kinematics.ts";
import { RATE, type Episode, type Sample } from "./model.ts";
import {
  advance,
  isAtRest,
  openGripper,
  sampleOf,
  startSimulation,
  type Simulation,
} from "./simulation.ts";
import { distance } from "./vectors.ts";
import { isInTray } from "./workspace.ts";

/** A visitor's demonstration. */
export type Recording = {
  simulation: Simulation;
  episode: Episode;
  /** Since the arm was taken, in seconds. */
  time: number;
  /** Whether the gripper has held the block. */
  hasHeld: boolean;
  /** Who let go of the arm. Until the block has come to rest, the recording goes on. */
  letGoBy: "nobody" | "visitor" | "limit";
};

/** How long the arm can be led. */
export const MAX_SECONDS = 20;

/** Takes the arm as it is shown. */
export function startRecording(sample: Sample, ledBy: Simulation["ledBy"]): Recording {
  const simulation = startSimulation(sample, ledBy);
  const hasHeld = simulation.gripper === "holding";
  return {
    simulation,
    episode: { samples: [sample], phases: [{ name: hasHeld ? "carry" : "reach", from: 0 }] },
    time: 0,
    hasHeld,
    letGoBy: "nobody",
  };
}

/** The visitor leads the arm. An arm that was let go is led no more. */
export function lead(
  recording: Recording,
  change: (simulation: Simulation) => Simulation,
): Recording {
  if (recording.letGoBy !== "nobody") return recording;
  return { ...recording, simulation: change(recording.simulation) };
}

/** The gripper opens, and what it holds falls. */
export function letGo(recording: Recording, by: "visitor" | "limit"): Recording {
  if (recording.letGoBy !== "nobody") return recording;
  return { ...recording, simulation: openGripper(recording.simulation), letGoBy: by };
}

/** Whether the arm was let go, everything is at rest, and was measured there. */
export function isOver({ letGoBy, simulation, episode }: Recording): boolean {
  if (letGoBy === "nobody" || !isAtRest(simulation)) return false;
  const measured = episode.samples.at(-1) as Sample;
  // A last sample from shortly before would show the block in the air.
  return (
    measured[4] === simulation.opening && distance(blockOf(measured), simulation.block) < 0.0001
  );
}

export function outcomeOf({ hasHeld, simulation }: Recording): "placed" | "missed" | "untouched" {
  if (!hasHeld) return "untouched";
  return isInTray(simulation.block) ? "placed" : "missed";
}

/** The recording some seconds later. */
export function advanceRecording(before: Recording, seconds: number): Recording {
  const time = before.time + seconds;
  const simulation = advance(before.simulation, seconds);
  const samples = addSamples(before, time, sampleOf(simulation));
  const holds = simulation.gripper === "holding";
  const hasHeld = before.hasHeld || holds;
  const name = holds ? "carry" : hasHeld ? "release" : "reach";
  const { phases } = before.episode;
  const isSame = phases.at(-1)?.name === name;
  const from = (samples.length - 1) / RATE;
  const after: Recording = {
    ...before,
    simulation,
    time,
    episode: { samples, phases: isSame ? phases : [...phases, { name, from }] },
    hasHeld,
  };
  return after.letGoBy === "nobody" && time >= MAX_SECONDS ? letGo(after, "limit") : after;
}

/** The samples due until now, read off a line between two frames. */
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
