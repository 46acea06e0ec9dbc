import { blockOf, padsOf, pitchOf, solveInverseKinematics } from "./kinematics.ts";
import { SCENE, type Position, type Sample } from "./model.ts";
import { add, addScaled, distance, minus } from "./vectors.ts";
import {
  clampToWorkspace,
  restingAcross,
  restingHeight,
  toPlane,
  toPosition,
  type PlanePoint,
} from "./workspace.ts";

/** Lengths are in metres, except the gripper's opening, which is in millimetres as in a sample. */
export type Simulation = {
  goal: PlanePoint;
  /** Vector from the goal to the pads. It decays gradually, so that the arm does not jump to the goal. */
  offset: Position;
  /** Angle between the gripper and vertical, in degrees. It decays, too. */
  tilt: number;
  opening: number;
  /** A `grasping` gripper closes on the block. */
  gripper: "open" | "grasping" | "holding";
  block: Position;
  /** In metres per second. */
  fallSpeed: number;
};

/** In millimetres. */
const BLOCK_WIDTH = SCENE.block.side * 1000;

/** In metres. */
const AUTO_GRASP_DISTANCE = 0.03;

/** Decay time constants, in seconds. */
const OFFSET_TIME_CONSTANT = 0.07;
const TILT_TIME_CONSTANT = 0.175;

/** In millimetres per second. */
const GRIPPER_SPEED = 160;

/** In metres per second squared. */
const GRAVITY = 9.81;

export function startSimulation(sample: Sample): Simulation {
  const [pads, block] = [padsOf(sample), blockOf(sample)];
  const goal = clampToWorkspace(toPlane(pads));
  const holds = distance(pads, block) < 0.002 && sample[4] < BLOCK_WIDTH + 0.5;
  return {
    goal,
    offset: minus(pads, toPosition(goal)),
    tilt: 90 - pitchOf(sample),
    opening: sample[4],
    gripper: holds ? "holding" : "open",
    block,
    fallSpeed: 0,
  };
}

export function setGoal(simulation: Simulation, goal: PlanePoint): Simulation {
  return { ...simulation, goal };
}

/** Moves the goal by a distance in metres. The pads then glide to the goal. */
export function nudge(simulation: Simulation, [across, up]: PlanePoint): Simulation {
  const goal = clampToWorkspace([simulation.goal[0] + across, simulation.goal[1] + up]);
  const moved = minus(toPosition(goal), toPosition(simulation.goal));
  return { ...simulation, goal, offset: minus(simulation.offset, moved) };
}

export function openGripper(simulation: Simulation): Simulation {
  return { ...simulation, gripper: "open" };
}

/** True if nothing will move visibly within 50 ms. */
export function isStill(simulation: Simulation): boolean {
  const next = advance(simulation, 0.05);
  return (
    next.opening === simulation.opening &&
    Math.abs(next.tilt - simulation.tilt) < 0.2 &&
    distance(padsAt(next), padsAt(simulation)) < 0.0005 &&
    distance(next.block, simulation.block) < 0.0005
  );
}

export function sampleSimulation(simulation: Simulation): Sample {
  const { tilt, opening, block } = simulation;
  return [...solveInverseKinematics(padsAt(simulation), 90 - tilt), opening, ...block];
}

export function advance(simulation: Simulation, seconds: number): Simulation {
  const moved = move(simulation, seconds);
  const gripped = grip(moved, seconds);
  return fall(gripped, seconds);
}

/** An open gripper grasps the block as soon as it is near. */
export function graspIfNear(simulation: Simulation): Simulation {
  const isNear = distance(padsAt(simulation), simulation.block) < AUTO_GRASP_DISTANCE;
  return isNear && simulation.gripper === "open"
    ? { ...simulation, gripper: "grasping" }
    : simulation;
}

/** The pads approach the goal, but while grasping they centre on the block. */
function move(simulation: Simulation, seconds: number): Simulation {
  const { gripper, goal, block, offset, tilt } = simulation;
  const finalOffset: Position = gripper === "grasping" ? minus(block, toPosition(goal)) : [0, 0, 0];
  const remaining = minus(offset, finalOffset);
  return {
    ...simulation,
    offset: addScaled(finalOffset, remaining, Math.exp(-seconds / OFFSET_TIME_CONSTANT)),
    tilt: tilt * Math.exp(-seconds / TILT_TIME_CONSTANT),
  };
}

function grip(simulation: Simulation, seconds: number): Simulation {
  const { gripper } = simulation;
  const to = gripper === "open" ? SCENE.arm.open : BLOCK_WIDTH;
  const opening = moveTowards(simulation.opening, to, GRIPPER_SPEED * seconds);
  const holds = gripper === "grasping" && opening === BLOCK_WIDTH;
  return { ...simulation, opening, gripper: holds ? "holding" : gripper };
}

/** A released block falls. If it lands on the tray's rim, it hops off. */
function fall(simulation: Simulation, seconds: number): Simulation {
  if (simulation.gripper === "holding") {
    return { ...simulation, block: padsAt(simulation), fallSpeed: 0 };
  }
  const [across, height] = toPlane(simulation.block);
  const fallSpeed = simulation.fallSpeed + GRAVITY * seconds;
  const fallen = height - fallSpeed * seconds;
  if (fallen > restingHeight(across)) {
    return { ...simulation, fallSpeed, block: toPosition([across, fallen]) };
  }
  const resting = restingAcross(across);
  return { ...simulation, fallSpeed: 0, block: toPosition([resting, restingHeight(resting)]) };
}

function padsAt({ goal, offset }: Simulation): Position {
  return add(toPosition(goal), offset);
}

function moveTowards(value: number, to: number, by: number): number {
  return value + Math.min(Math.max(to - value, -by), by);
}
