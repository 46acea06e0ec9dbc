import data from "./model.json" with { type: "json" };

/** In metres; z is up. */
export type Position = readonly [x: number, y: number, z: number];

/** Angles of the joints in degrees, and the distance between the pads in millimetres. */
type Values = readonly [
  yaw: number,
  shoulder: number,
  elbow: number,
  wrist: number,
  gripper: number,
];

/** What is measured at one moment, and the middle of the block. */
export type Sample = readonly [...values: Values, ...block: Position];

/** Times are in seconds. */
export type Episode = {
  phases: ReadonlyArray<{ name: string; from: number }>;
  samples: readonly Sample[];
};

export type CameraRow = readonly [x: number, y: number, z: number, offset: number];

type Demonstration = {
  rate: number;
  /** Where the arm stands, in which direction it points at yaw 0, how long its links are, and how far it opens. */
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
  /** Projects: the rows map (x, y, z, 1) to pixels across and down, both times the depth, and to the depth in metres. */
  camera: readonly [across: CameraRow, down: CameraRow, depth: CameraRow];
  example: Episode;
};

/** The arm with what it handles, and one pick and place, which was computed once and is kept as data. */
export const { rate: RATE, example: EXAMPLE, ...SCENE } = data as unknown as Demonstration;
