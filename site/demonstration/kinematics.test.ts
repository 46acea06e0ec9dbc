import { expect, test } from "vitest";

import { DEMONSTRATION } from "../assets/demonstration.ts";
import { blockAt, poseAt } from "./kinematics.ts";

const { block, duration } = DEMONSTRATION;

// The angles are from the inverse kinematics of `art/lib/kinematics.py`.
test.each([
  ["when they close on the block", block.gripped, blockAt(0)],
  ["when they let go of it", block.released, blockAt(duration)],
])("the joint angles take the gripper's pads to where the block is %s", (_, time, [x, y]) => {
  const pads = poseAt(time).arm[4];
  expect(Math.hypot(pads[0] - x, pads[1] - y)).toBeLessThan(0.1);
});
