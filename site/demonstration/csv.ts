import { RATE, type Episode } from "../assets/demonstration.ts";
import { CHANNELS, phaseAt } from "./episode.ts";

/** Path at which the build writes the example. */
export const CSV_FILE = "pick-and-place.csv";

/** The names of the columns, with their units. */
export const CSV_HEADER = [
  "time_s",
  ...CHANNELS.map(({ name, unit }) => `${name}_${unit}`),
  "phase",
];

/** An episode as a table with a row for each sample. */
export function toCsv(episode: Episode): string {
  const rows = episode.samples.map((_, index) => csvRow(episode, index));
  return [CSV_HEADER, ...rows].map((fields) => `${fields.join(",")}\n`).join("");
}

export function csvRow(episode: Episode, index: number): string[] {
  const values = CHANNELS.map((_, channel) => episode.samples[index]?.[channel]?.toFixed(2) ?? "");
  return [(index / RATE).toFixed(2), ...values, phaseAt(episode, index / RATE)];
}
