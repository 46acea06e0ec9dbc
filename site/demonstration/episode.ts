import { EXAMPLE, RATE, type Episode, type Sample } from "../assets/demonstration.ts";

/** What is measured, in the order of a sample's values; each within the range of the arm's workspace. */
export const CHANNELS = [
  { name: "yaw", unit: "deg", range: [-10, 40] },
  { name: "shoulder", unit: "deg", range: [-20, 70] },
  { name: "elbow", unit: "deg", range: [0, 120] },
  { name: "wrist", unit: "deg", range: [45, 125] },
  { name: "gripper", unit: "mm", range: [35, 75] },
] as const;

/** In seconds. The last sample, like every other, stands for the time until the next. */
export function durationOf({ samples }: Episode): number {
  return samples.length / RATE;
}

/** What was measured at a time, or between the two samples around it. */
export function sampleAt({ samples }: Episode, time: number): Sample {
  const before = samples[Math.min(Math.floor(time * RATE), samples.length - 1)] as Sample;
  const after = samples[Math.floor(time * RATE) + 1] ?? before;
  return lerp(before, after, (time * RATE) % 1);
}

/** Interpolates linearly: `from` at 0, `to` at 1. */
export function lerp(from: Sample, to: Sample, t: number): Sample {
  return from.map((value, index) => value + t * ((to[index] ?? value) - value)) as never;
}

export function phaseAt(episode: Episode, time: number): string {
  return episode.phases[phaseIndexAt(episode, time)]?.name ?? "";
}

export function phaseIndexAt({ phases }: Episode, time: number): number {
  return phases.findLastIndex(({ from }) => from <= time);
}

/** As in "6.4 s, 128 samples". */
export function sizeOf(episode: Episode): string {
  const { length } = episode.samples;
  return `${durationOf(episode).toFixed(1)} s, ${length} ${length === 1 ? "sample" : "samples"}`;
}

/** Describes in a request the data that an episode is an example of. */
export function describe(episode: Episode): string {
  if (episode === EXAMPLE) return "Pick and place, as in your example";
  const happened = new Set(episode.phases.map(({ name }) => name));
  const task = happened.has("place")
    ? "Pick and place"
    : happened.has("carry")
      ? "Picking up"
      : "Reaching";
  return `${task} as in my demonstration: ${sizeOf(episode)}, ${CHANNELS.length} channels.`;
}
