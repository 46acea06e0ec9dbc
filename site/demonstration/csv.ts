import { DEMONSTRATION } from "../assets/demonstration.ts";
import { phaseAt, valueAt } from "./kinematics.ts";

/** Path at which the build writes the file. */
export const CSV_FILE = "pick-and-place.csv";

/** Rows per second, the same step as the slider's. */
const RATE = 10;

/** The demonstration as a table, with the units in the names of its columns. */
export function demonstrationCsv(): string {
  const { channels, duration } = DEMONSTRATION;
  const header = ["time_s", ...channels.map(({ name, unit }) => `${name}_${unit}`), "phase"];
  const rows = Array.from({ length: duration * RATE + 1 }, (_, index) => {
    const time = index / RATE;
    const values = channels.map((channel) => valueAt(channel, time).toFixed(2));
    return [time.toFixed(1), ...values, phaseAt(time)];
  });
  return [header, ...rows].map((row) => `${row.join(",")}\n`).join("");
}
