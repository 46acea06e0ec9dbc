import { expect, test } from "vitest";

import { CHANNELS, toCsv } from "./episode.ts";
import { EXAMPLE, RATE } from "./model.ts";

test("the downloaded table has units in its header, and a row for each sample", () => {
  const [header, ...rows] = toCsv(EXAMPLE)
    .trimEnd()
    .split("\n")
    .map((line) => line.split(","));
  expect(header?.join()).toBe("time_s,yaw_deg,shoulder_deg,elbow_deg,wrist_deg,gripper_mm,phase");
  expect(rows.map(([time, ...values]) => [time, ...values.slice(0, -1)].map(Number))).toEqual(
    EXAMPLE.samples.map((sample, index) => [index / RATE, ...sample.slice(0, CHANNELS.length)]),
  );
  const phases = new Map(rows.map((row) => [Number(row[0]), row.at(-1)]));
  for (const { name, from } of EXAMPLE.phases) expect(phases.get(from)).toBe(name);
});
