import { BLOCK, BLOCK_START, HOME, limitGoal, OPENING, reach, restAt, type Point } from "./arm.ts";
import { RATE, type Sample } from "./episode.ts";

/** In seconds. */
const STEP = 1 / RATE;

export type Simulation = Sample & {
  /** Where the visitor leads the pads. The pads follow it as far as they can reach. */
  goal: Point;
  /** Velocity of the pads, in metres per second. */
  velocity: Point;
  gripper: "open" | "closing" | "holding" | "released";
  /** Speed of the block, in metres per second. */
  fallSpeed: number;
};

export const AT_HOME: Simulation = {
  goal: HOME,
  pads: HOME,
  velocity: [0, 0],
  opening: OPENING,
  gripper: "open",
  block: BLOCK_START,
  fallSpeed: 0,
};

/** In metres. The gripper closes by itself at this distance. */
const GRASP_DISTANCE = 0.03;
/** Natural frequency of the spring between pads and goal, in radians per second. */
const SPRING = 24;
/** Speeds in metres per second. */
const GRIPPER_SPEED = 0.16;
const HOMING_SPEED = 0.16;
const SLIDING_SPEED = 0.35;
/** In metres per second squared. */
const GRAVITY = 9.81;

export function moveGoal(simulation: Simulation, goal: Point): Simulation {
  return { ...simulation, goal: limitGoal(goal) };
}

export function release(simulation: Simulation): Simulation {
  return { ...simulation, goal: simulation.pads, gripper: "released" };
}

export function advance(simulation: Simulation): Simulation {
  return fall(follow(grip(simulation)));
}

export function isStill({ goal, pads, velocity, opening, gripper, block }: Simulation): boolean {
  const isAtGoal = distance(pads, reach(goal)) < 0.0004 && Math.hypot(...velocity) < 0.004;
  if (gripper !== "released") return isAtGoal && gripper !== "closing";
  const isAtRest = distance(block, restAt(block[0])) === 0;
  return isAtGoal && isAtRest && opening === OPENING && distance(goal, HOME) === 0;
}

function grip(simulation: Simulation): Simulation {
  const { pads, block, gripper } = simulation;
  const isOpen = gripper === "open" || gripper === "released";
  if (gripper === "open" && distance(pads, block) < GRASP_DISTANCE)
    return { ...simulation, gripper: "closing" };
  const opening = approach(simulation.opening, isOpen ? OPENING : BLOCK, GRIPPER_SPEED * STEP);
  const holds = gripper === "closing" && opening === BLOCK && distance(pads, block) < 0.002;
  return { ...simulation, opening, gripper: holds ? "holding" : gripper };
}

/** The pads follow the goal like a critically damped spring. A gripper that closes centres on the block. */
function follow(simulation: Simulation): Simulation {
  const { gripper, block, opening, pads, velocity } = simulation;
  const homes = gripper === "released" && opening === OPENING;
  const goal = homes ? towards(simulation.goal, HOME, HOMING_SPEED * STEP) : simulation.goal;
  const to = gripper === "closing" ? block : reach(goal);
  const next = [0, 1].map((axis) => {
    const [at = 0, speed = 0] = [pads[axis], velocity[axis]];
    const pull = SPRING * SPRING * ((to[axis] ?? 0) - at) - 2 * SPRING * speed;
    return [at + (speed + pull * STEP) * STEP, speed + pull * STEP] as const;
  });
  const [[x, vx], [z, vz]] = next as [readonly [number, number], readonly [number, number]];
  return { ...simulation, goal, pads: [x, z], velocity: [vx, vz] };
}

/** A released block falls into the tray or onto the table. */
function fall(simulation: Simulation): Simulation {
  const { gripper, block, pads } = simulation;
  if (gripper === "holding") return { ...simulation, block: pads, fallSpeed: 0 };
  const rest = restAt(block[0]);
  const fallSpeed = simulation.fallSpeed + GRAVITY * STEP;
  const z = Math.max(block[1] - fallSpeed * STEP, rest[1]);
  const x = approach(block[0], rest[0], SLIDING_SPEED * STEP);
  return { ...simulation, block: [x, z], fallSpeed: z === rest[1] ? 0 : fallSpeed };
}

function towards(from: Point, to: Point, by: number): Point {
  const share = Math.min(1, by / Math.max(distance(from, to), by));
  return share === 1
    ? to
    : [from[0] + share * (to[0] - from[0]), from[1] + share * (to[1] - from[1])];
}

function approach(value: number, to: number, by: number): number {
  return value + Math.min(Math.max(to - value, -by), by);
}

export function distance(a: Point, b: Point): number {
  return Math.hypot(a[0] - b[0], a[1] - b[1]);
}
