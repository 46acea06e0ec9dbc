import { durationOf } from "./episode.ts";
import { EXAMPLE, type Episode } from "./model.ts";

/** How many seconds the lanes show: as many as for the example, so that both have one scale, or more. */
export function secondsShown(episode: Episode): number {
  return Math.max(durationOf(EXAMPLE), durationOf(episode));
}

/** Where a time of an episode is in the lanes. */
export function percentAt(time: number, episode: Episode): string {
  return `${Number(((100 * time) / secondsShown(episode)).toFixed(2))}%`;
}
