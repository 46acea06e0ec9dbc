import { SCENE, type Position, type Sample } from "../assets/demonstration.ts";
import { blockOf, minus, padsOf, pitchOf, plus, solveInverseKinematics } from "./kinematics.ts";
import {
  clampToWorkspace,
  restingHeight,
  toPlane,
  toPosition,
  type PlanePoint,
} from "./workspace.ts";

/** The arm in a visitor's hand. */
export type Hand = {
  /** Where the pads are led. */
  goal: PlanePoint;
  /** How far they still are from there; it fades, so that whatever the arm did before, nothing jumps. */
  offset: Position;
  /** How many degrees the gripper is from hanging straight down; it fades, too. */
  tilt: number;
  /** Distance between the pads, in millimetres. */
  opening: number;
  gripper: "open" | "closing on nothing" | "closing on the block" | "holding";
  block: Position;
  /** The gripper closes and opens by itself. Led by keys, it does as it is told. */
  automatic: boolean;
  /** It closes again only after it has left the block, and opens again only after it has lifted it. */
  ready: boolean;
  /** Where it came to rest, and for how many seconds it has. */
  rest: { at: PlanePoint; seconds: number };
};

const HELD = SCENE.block.side * 1000;

/** Takes the arm as it is. */
export function takeHand(sample: Sample, automatic: boolean): Hand {
  const [pads, block] = [padsOf(sample), blockOf(sample)];
  const goal = clampToWorkspace(toPlane(pads));
  const holds = distance(pads, block) < 0.002 && sample[4] < HELD + 0.5;
  return {
    goal,
    offset: minus(pads, toPosition(goal)),
    tilt: 90 - pitchOf(sample),
    opening: sample[4],
    gripper: holds ? "holding" : "open",
    block,
    automatic,
    ready: distance(pads, block) > NEAR,
    rest: { at: goal, seconds: 0 },
  };
}

/** Leads the pads to a point at once. */
export function leadTo(hand: Hand, goal: PlanePoint): Hand {
  return { ...hand, goal };
}

/** Leads the pads on by some metres, gliding. */
export function nudge(hand: Hand, across: number, up: number): Hand {
  const goal = clampToWorkspace([hand.goal[0] + across, hand.goal[1] + up]);
  const moved = minus(toPosition(goal), toPosition(hand.goal));
  return { ...hand, goal, offset: minus(hand.offset, moved) };
}

export function toggleGripper(hand: Hand): Hand {
  return hand.gripper === "open" ? close(hand) : open(hand);
}

/** What is measured now. */
export function sampleOf(hand: Hand): Sample {
  return [...solveInverseKinematics(padsAt(hand), 90 - hand.tilt), hand.opening, ...hand.block];
}

/** The hand some seconds later. */
export function step(hand: Hand, seconds: number): Hand {
  let next = hand.automatic ? decide(hand, seconds) : hand;
  const fading = Math.exp(-seconds / 0.07);
  // While it closes, the pads centre themselves on the block.
  const aim =
    next.gripper === "closing on the block"
      ? minus(next.block, toPosition(next.goal))
      : ([0, 0, 0] as const);
  next = {
    ...next,
    offset: plus(aim, minus(next.offset, aim), fading),
    tilt: next.tilt * fading ** 0.4,
    opening: moveTowards(
      next.opening,
      next.gripper === "open" ? SCENE.arm.open : HELD,
      160 * seconds,
    ),
  };
  if (next.gripper === "closing on the block" && next.opening === HELD) {
    next = { ...next, gripper: "holding", ready: false };
  }
  if (next.gripper === "holding") return { ...next, block: padsAt(next) };
  // Let go, the block falls at a steady speed: what it falls from is a hand's breadth high.
  const [x, y, z] = next.block;
  const ground = restingHeight(toPlane(next.block)[0]);
  return { ...next, block: [x, y, moveTowards(z, ground, FALLING * seconds)] };
}

/** In metres per second. */
const FALLING = 1.2;

/** Within this distance, in metres, the gripper closes on the block. */
const NEAR = 0.024;

function decide(hand: Hand, seconds: number): Hand {
  const pads = padsAt(hand);
  if (hand.gripper === "open") {
    const away = distance(pads, hand.block);
    if (hand.ready && away < NEAR) return close(hand);
    return { ...hand, ready: hand.ready || away > 2 * NEAR };
  }
  if (hand.gripper !== "holding") return hand;
  const height = pads[2] - restingHeight(hand.goal[0]);
  const still = Math.hypot(hand.goal[0] - hand.rest.at[0], hand.goal[1] - hand.rest.at[1]) < 0.01;
  const rest = still
    ? { ...hand.rest, seconds: hand.rest.seconds + seconds }
    : { at: hand.goal, seconds: 0 };
  if (hand.ready && height < 0.015 && rest.seconds > 0.3) return open(hand);
  return { ...hand, rest, ready: hand.ready || height > 0.03 };
}

function close(hand: Hand): Hand {
  const near = distance(padsAt(hand), hand.block) < 1.3 * NEAR;
  return { ...hand, gripper: near ? "closing on the block" : "closing on nothing" };
}

function open(hand: Hand): Hand {
  return { ...hand, gripper: "open", ready: false };
}

function padsAt({ goal, offset }: Hand): Position {
  return plus(toPosition(goal), offset);
}

function distance(a: Position, b: Position): number {
  return Math.hypot(...minus(a, b));
}

function moveTowards(value: number, goal: number, by: number): number {
  return value + Math.min(Math.max(goal - value, -by), by);
}
