import { expect, test } from "vitest";

import { DEMONSTRATION } from "../assets/demonstration.ts";
import { demonstrationCsv } from "./csv.ts";

const { channels, duration, interval, phases } = DEMONSTRATION;

test("the downloaded table has units in its header, and the values of the data", () => {
  const [header, ...rows] = demonstrationCsv()
    .trimEnd()
    .split("\n")
    .map((line) => line.split(","));
  expect(header?.join()).toBe("time_s,yaw_deg,shoulder_deg,elbow_deg,wrist_deg,gripper_mm,phase");
  const byTime = new Map(rows.map(([time, ...values]) => [Number(time), values]));
  expect(byTime.size).toBe(rows.length);
  for (let index = 0; index <= duration / interval; index += 1) {
    const values = byTime.get(Number((index * interval).toFixed(1)));
    expect(values?.slice(0, -1).map(Number)).toEqual(
      channels.map(({ knots }) => knots[index]?.[0]),
    );
  }
  for (const { name, from } of phases) expect(byTime.get(from)?.at(-1)).toBe(name);
});
