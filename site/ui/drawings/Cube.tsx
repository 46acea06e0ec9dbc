import type { Point } from "./ArmPose.tsx";

type CubeProps = { at: Point; className: string };

/** A cube centred at a point, with edges of 5, parallel to the sides of the tray. */
export function Cube({ at: [x, y], className }: CubeProps) {
  const left = `M${(x - 3.3).toFixed(2)} ${(y - 2.5).toFixed(2)}`;
  return (
    <path
      className={className}
      d={`${left}l4.6-.65 2 1.35-4.6.65zv4.3l2 1.35 4.6-.65v-4.3m-4.6.65v4.3`}
    />
  );
}
