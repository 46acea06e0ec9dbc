import type { Idea } from "./IdeaDrawing.tsx";

/** Drawings of the features. */
export const IDEAS = {
  turnaround: {
    dotted: "M88 17V86M0 88C70 86 110 72 160 44",
    objects: "M0 88h160M40 88v5M80 88v5M120 88v5M160 88v5",
    path: "M0 88C34 88 30 12 88 12",
    samples: [
      [0, 88],
      [16.6, 80.1],
      [35, 50],
      [59.8, 19.9],
      [88, 12],
    ],
  },
  hardware: {
    objects:
      "M112 14h14m0-10h6v20h-6zm6 2h28v4h-28m0 8h28v4h-28M112 48h10m0-6h36v12h-36zm29 0v-4m-3-4h10v4h-10zM127 57.5a4 4 0 1 0 8 0 4 4 0 1 0-8 0m18 0a4 4 0 1 0 8 0 4 4 0 1 0-8 0M112 82h12m0-9h22v18h-22zm22 6 12-5v16l-12-5M130 82a5 5 0 1 0 10 0 5 5 0 1 0-10 0",
    path: "M0 48h112M56 48C92 48 76 14 112 14M56 48C92 48 76 82 112 82",
    samples: [
      [0, 48],
      [56, 48],
      [112, 14],
      [112, 48],
      [112, 82],
    ],
  },
  quality: {
    dotted: "M-2 52h2C48 52 52 4 92 4s44 22 68 22h2M-2 84h2C48 84 52 36 92 36s44 22 68 22h2",
    objects: "M2.2 69.2C36 82 72 84 108 70m3-4 8 8m0-8-8 8",
    path: "M0 68C48 68 52 20 92 20s44 22 68 22",
    samples: [
      [0, 68],
      [49, 44],
      [92, 20],
      [130, 29.8],
      [160, 42],
    ],
  },
  custom: {
    dotted: "M129 84V60h13M155 84V60h-13",
    objects: "M0 84h162.5M24 84V56h28v28M79 84l19-38 19 38",
    path: "M0 84C0 44 18 22 38 22s16 26 30 26 12-34 30-34c30 0 44 22 44 58",
    samples: [
      [0, 84],
      [38, 22],
      [68, 48],
      [98, 14],
      [142, 72],
    ],
  },
} satisfies Record<string, Idea>;
