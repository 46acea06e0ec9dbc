import { SCENE, type Position, type Sample } from "../assets/demonstration.ts";
import { blockOf, minus, padsOf, pitchOf, plus, solveInverseKinematics } from "./kinematics.ts";
import {
  clampToWorkspace,
  restingHeight,
  toPlane,
  toPosition,
  type PlanePoint,
} from "./workspace.ts";

/** Arm and block while a visitor leads the arm. */
export type Simulation = {
  /** Where the visitor leads the finger pads. */
  goal: PlanePoint;
  /** From there to where the pads are. It fades, so that the arm does not jump to the goal. */
  offset: Position;
  /** How many degrees the gripper is from hanging straight down; it fades, too. */
  tilt: number;
  /** Distance between the pads, in millimetres. */
  opening: number;
  block: Position;
  /** Whether the gripper closes and opens by itself, as for a pointer. With keys, the visitor tells it to. */
  automatic: boolean;
} & GripperState;

type GripperState =
  /** An automatic gripper closes on the block only once it has been away from it. */
  | { gripper: "open"; hasLeftBlock: boolean }
  | { gripper: "closing on nothing" | "closing on the block" }
  /** An automatic gripper opens where it rests low, but only after it has lifted the block. */
  | { gripper: "holding"; hasLifted: boolean; rest: Rest };

/** Where the goal has stayed, and for how many seconds. */
type Rest = { at: PlanePoint; seconds: number };

const HELD = SCENE.block.side * 1000;

/** Starts from what is shown. */
export function startSimulation(sample: Sample, automatic: boolean): Simulation {
  const [pads, block] = [padsOf(sample), blockOf(sample)];
  const goal = clampToWorkspace(toPlane(pads));
  const away = distance(pads, block);
  const holds = away < 0.002 && sample[4] < HELD + 0.5;
  return {
    goal,
    offset: minus(pads, toPosition(goal)),
    tilt: 90 - pitchOf(sample),
    opening: sample[4],
    block,
    automatic,
    ...(holds ? holdingAt(goal) : { gripper: "open", hasLeftBlock: away > NEAR }),
  };
}

/** Leads the pads to a point at once. */
export function leadTo(simulation: Simulation, goal: PlanePoint): Simulation {
  return { ...simulation, goal };
}

/** Leads the pads on by some metres, gliding. */
export function nudge(simulation: Simulation, across: number, up: number): Simulation {
  const goal = clampToWorkspace([simulation.goal[0] + across, simulation.goal[1] + up]);
  const moved = minus(toPosition(goal), toPosition(simulation.goal));
  return { ...simulation, goal, offset: minus(simulation.offset, moved) };
}

export function toggleGripper(simulation: Simulation): Simulation {
  return simulation.gripper === "open" ? close(simulation) : open(simulation);
}

/** What is measured now. */
export function sampleOf(simulation: Simulation): Sample {
  const { tilt, opening, block } = simulation;
  return [...solveInverseKinematics(padsAt(simulation), 90 - tilt), opening, ...block];
}

/** The simulation some seconds later. */
export function step(simulation: Simulation, seconds: number): Simulation {
  let next = simulation.automatic ? decide(simulation, seconds) : simulation;
  const fading = Math.exp(-seconds / 0.07);
  // While it closes, the pads centre themselves on the block.
  const aim =
    next.gripper === "closing on the block"
      ? minus(next.block, toPosition(next.goal))
      : ([0, 0, 0] as const);
  const opening = next.gripper === "open" ? SCENE.arm.open : HELD;
  next = {
    ...next,
    offset: plus(aim, minus(next.offset, aim), fading),
    tilt: next.tilt * fading ** 0.4,
    opening: moveTowards(next.opening, opening, 160 * seconds),
  };
  if (next.gripper === "closing on the block" && next.opening === HELD) {
    next = { ...next, ...holdingAt(next.goal) };
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

/** Closes an open gripper at the block, and opens it where the block is put down. */
function decide(simulation: Simulation, seconds: number): Simulation {
  const { goal, block } = simulation;
  const pads = padsAt(simulation);
  switch (simulation.gripper) {
    case "open": {
      const away = distance(pads, block);
      if (simulation.hasLeftBlock && away < NEAR) return close(simulation);
      return { ...simulation, hasLeftBlock: simulation.hasLeftBlock || away > 2 * NEAR };
    }
    case "holding": {
      const height = pads[2] - restingHeight(goal[0]);
      const { rest, hasLifted } = simulation;
      const still = Math.hypot(goal[0] - rest.at[0], goal[1] - rest.at[1]) < 0.01;
      const next = still ? { ...rest, seconds: rest.seconds + seconds } : { at: goal, seconds: 0 };
      if (hasLifted && height < 0.015 && next.seconds > 0.3) return open(simulation);
      return { ...simulation, rest: next, hasLifted: hasLifted || height > 0.03 };
    }
    case "closing on nothing":
    case "closing on the block":
      return simulation;
  }
}

function close(simulation: Simulation): Simulation {
  const near = distance(padsAt(simulation), simulation.block) < 1.3 * NEAR;
  return { ...simulation, gripper: near ? "closing on the block" : "closing on nothing" };
}

function open(simulation: Simulation): Simulation {
  return { ...simulation, gripper: "open", hasLeftBlock: false };
}

function holdingAt(goal: PlanePoint): GripperState & { gripper: "holding" } {
  return { gripper: "holding", hasLifted: false, rest: { at: goal, seconds: 0 } };
}

function padsAt({ goal, offset }: Simulation): Position {
  return plus(toPosition(goal), offset);
}

function distance(a: Position, b: Position): number {
  return Math.hypot(...minus(a, b));
}

function moveTowards(value: number, goal: number, by: number): number {
  return value + Math.min(Math.max(goal - value, -by), by);
}
