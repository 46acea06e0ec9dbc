import { expect, test } from "vitest";

import { blockOf, padsOf } from "./kinematics.ts";
import { EXAMPLE, SCENE } from "./model.ts";
import { distance } from "./vectors.ts";

test("in the example the block lies still, is carried between the pads, and lies in the tray", () => {
  const from = new Map(EXAMPLE.phases.map((phase) => [phase.name, phase.from]));
  const away = (index: number) => {
    const sample = EXAMPLE.samples[index];
    return sample ? distance(padsOf(sample), blockOf(sample)) : NaN;
  };
  for (let time = from.get("carry") ?? NaN; time < (from.get("place") ?? NaN); time += 0.05) {
    expect(away(Math.round(time * 20))).toBeLessThan(0.001);
  }
  expect(EXAMPLE.samples[0]?.slice(5)).toEqual(SCENE.block.start);
  expect(EXAMPLE.samples.at(-1)?.slice(5)).toEqual(SCENE.block.inTray);
});
