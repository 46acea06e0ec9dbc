import type { TrajectoryPath } from "../ui/drawings/Trajectory.tsx";
import { IMAGES } from "./images.ts";

const animations = import.meta.glob<string>("./animation/hero.json", {
  eager: true,
  query: "?url",
  import: "default",
});

/** If you replace the image, also replace the path, because it is drawn over the image. */
export const HERO = {
  animation: animations["./animation/hero.json"],
  image: IMAGES.hero,
  /**
   * Path over the image, in image pixels, or null. It starts outside every viewport and ends in the gripper. It has a
   * gap where it passes behind the left post.
   */
  path: {
    viewBox: "0 0 2000 1500",
    path: "M-9000 1790C-6000 1790-3200 1763-2600 1690C-2278 1651-2024 1640-1700 1640C-1429 1640-1221 1710-950 1710C-574 1710-234 1530-75 1190C-15 1062 25 959 85 830C101 796 118 764 136 735M175 677C211 627 252 580 300 530C450 373 640 330 800 335C985 341 1140 490 1244 736",
    samples: [
      [-1582, 1644],
      [-950, 1710],
      [-75, 1190],
      [300, 530],
      [529, 378],
      [800, 335],
      [1078, 470],
      [1244, 736],
    ],
  } as TrajectoryPath | null,
};
