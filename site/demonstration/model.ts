import data from "./model.json" with { type: "json" };

/** Coordinates in metres. The z axis points up. */
export type Position = readonly [x: number, y: number, z: number];

/** Joint angles in degrees, and the gripper's opening in millimetres. */
type Values = readonly [
  yaw: number,
  shoulder: number,
  elbow: number,
  wrist: number,
  gripper: number,
];

/** One measurement of the arm, followed by the position of the block's centre. */
export type Sample = readonly [...values: Values, ...block: Position];

/** Times are in seconds. */
export type Episode = {
  phases: ReadonlyArray<{ name: string; from: number }>;
  samples: readonly Sample[];
};

export type CameraRow = readonly [x: number, y: number, z: number, offset: number];

type Demonstration = {
  rate: number;
  /** Lengths are in metres, but `open`, the maximum opening, is in millimetres. `heading` is in degrees, at yaw 0. */
  arm: {
    base: Position;
    heading: number;
    shoulderHeight: number;
    upper: number;
    fore: number;
    tool: number;
    open: number;
  };
  block: { start: Position; inTray: Position; side: number };
  tray: readonly Position[];
  /**
   * Projection matrix. Its rows map (x, y, z, 1) to the depth in metres, and to x and y in pixels multiplied by that
   * depth.
   */
  camera: readonly [across: CameraRow, down: CameraRow, depth: CameraRow];
  example: Episode;
};

/** The scene, and one precomputed pick-and-place episode. */
export const { rate: RATE, example: EXAMPLE, ...SCENE } = data as unknown as Demonstration;
