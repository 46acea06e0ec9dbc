import { isInTray, poseOf, type Point } from "./arm.ts";

/** Samples per second. */
export const RATE = 60;

/** Lengths in metres. `opening` is the distance between the pads. */
export type Sample = { pads: Point; opening: number; block: Point };

export type Episode = {
  samples: readonly Sample[];
  /** Times in seconds. */
  phases: ReadonlyArray<{ name: "reach" | "carry" | "release"; from: number }>;
};

/** Values that are recorded for each sample. `range` contains all values within the workspace. */
export const CHANNELS = [
  { name: "shoulder", unit: "°", range: [-25, 60] },
  { name: "elbow", unit: "°", range: [5, 132] },
  { name: "wrist", unit: "°", range: [62, 126] },
  { name: "gripper", unit: " mm", range: [35, 83] },
] as const;

/** Joint angles in degrees, and the gripper's opening in millimetres, in the order of `CHANNELS`. */
export function measure({ pads, opening }: Sample): number[] {
  const { upper, fore } = poseOf(pads);
  return [upper - 90, fore - upper, 270 - fore, opening * 1000];
}

/** In seconds. */
export function durationOf({ samples }: Episode): number {
  return samples.length / RATE;
}

export function sampleAt({ samples }: Episode, time: number): Sample {
  return samples[Math.min(Math.floor(time * RATE), samples.length - 1)] as Sample;
}

export function phaseAt({ phases }: Episode, time: number): string {
  return phases.findLast(({ from }) => from <= time)?.name ?? "";
}

export function outcomeOf({ samples, phases }: Episode): "placed" | "missed" | "untouched" {
  const last = samples.at(-1);
  if (last && isInTray(last.block)) return "placed";
  return phases.some(({ name }) => name === "carry") ? "missed" : "untouched";
}

/** "6.4 s, 384 samples" */
export function sizeOf(episode: Episode): string {
  return `${durationOf(episode).toFixed(1)} s, ${episode.samples.length} samples`;
}

/** Data type that is filled into the form when a visitor requests data like this episode. */
export function requestFor(episode: Episode): string {
  const seconds = Math.max(1, Math.round(durationOf(episode)));
  return `Pick and place, about ${seconds} s per demonstration, ${CHANNELS.length} channels`;
}
