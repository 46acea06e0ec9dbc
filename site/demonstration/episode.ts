import { EXAMPLE, RATE, type Episode, type Sample } from "./model.ts";

/** Channels in the order of a sample's values. `range` contains all values within the workspace. */
export const CHANNELS = [
  { name: "yaw", unit: "deg", range: [-10, 45] },
  { name: "shoulder", unit: "deg", range: [-20, 75] },
  { name: "elbow", unit: "deg", range: [0, 120] },
  { name: "wrist", unit: "deg", range: [45, 125] },
  { name: "gripper", unit: "mm", range: [35, 75] },
] as const;

/** Duration in seconds. Every sample lasts one period, including the last sample. */
export function durationOf({ samples }: Episode): number {
  return samples.length / RATE;
}

/** Duration that the lanes show, in seconds. At least the example's, so that short recordings have the same scale. */
export function secondsShown(episode: Episode): number {
  return Math.max(durationOf(EXAMPLE), durationOf(episode));
}

export function percentAt(time: number, episode: Episode): string {
  return `${Number(((100 * time) / secondsShown(episode)).toFixed(2))}%`;
}

export function sampleAt({ samples }: Episode, time: number): Sample {
  const before = samples[Math.min(Math.floor(time * RATE), samples.length - 1)] as Sample;
  const after = samples[Math.floor(time * RATE) + 1] ?? before;
  return interpolate(before, after, (time * RATE) % 1);
}

export function interpolate(from: Sample, to: Sample, t: number): Sample {
  return from.map((value, index) => value + t * ((to[index] ?? value) - value)) as never;
}

export function phaseAt({ phases }: Episode, time: number): string {
  return phases.findLast(({ from }) => from <= time)?.name ?? "";
}

/** "6.4 s, 128 samples" */
export function sizeOf(episode: Episode): string {
  return `${durationOf(episode).toFixed(1)} s, ${episode.samples.length} samples`;
}

/** Data type that is filled into the form when a visitor requests data like this episode. */
export function requestFor(episode: Episode): string {
  const seconds = Math.max(1, Math.round(durationOf(episode)));
  return `Pick and place, about ${seconds} s per demonstration, ${CHANNELS.length} channels`;
}
