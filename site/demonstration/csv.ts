import { DEMONSTRATION } from "../assets/demonstration.ts";
import { phaseAt, valueAt } from "./kinematics.ts";

const { channels, duration } = DEMONSTRATION;

/** Path at which the build writes the file. */
export const CSV_FILE = "pick-and-place.csv";

/** Rows per second, the same step as the slider's. */
const RATE = 10;

/** The demonstration as a table, with the units in the names of its columns. */
export function demonstrationCsv(): string {
  const rows = Array.from({ length: duration * RATE + 1 }, (_, index) => row(index / RATE));
  return [CSV_HEADER, ...rows].map((fields) => `${fields.join(",")}\n`).join("");
}

const CSV_HEADER = ["time_s", ...channels.map(({ name, unit }) => `${name}_${unit}`), "phase"];

/** The fields of the file's first two lines. */
export const CSV_HEAD = [CSV_HEADER, row(0)];

function row(time: number): string[] {
  const values = channels.map((channel) => valueAt(channel, time).toFixed(2));
  return [time.toFixed(1), ...values, phaseAt(time)];
}
