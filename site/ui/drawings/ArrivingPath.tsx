import { dotPath } from "./dot-path.ts";
import { Trajectory } from "./Trajectory.tsx";

type ArrivingPathProps = { className: string; drawnInView?: boolean };

/** A path from the left edge to a point at the top right. */
export function ArrivingPath(props: ArrivingPathProps) {
  return (
    <Trajectory
      {...props}
      viewBox="0 36 1280 324"
      path="M0 262C160 222 340 335 500 335C800 335 930 36 1280 36"
      samples={[
        [98.1, 254.2],
        [401.9, 323.6],
        [699.2, 288.3],
        [871.2, 185.5],
        [1052.7, 82.7],
      ]}
    >
      <path className="trajectory-end" d={dotPath([1280, 36])} />
    </Trajectory>
  );
}
