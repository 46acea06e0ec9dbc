import { useRef } from "react";

import { RATE } from "../assets/demonstration.ts";
import { ArmPose } from "../ui/drawings/ArmPose.tsx";
import { Cube } from "../ui/drawings/Cube.tsx";
import { Drawing } from "../ui/drawings/Drawing.tsx";
import { durationOf } from "./episode.ts";
import { Handle } from "./Handle.tsx";
import { blockOf, FRAME, gripperPath, padsOf, pixel, poseOf, TRAY } from "./kinematics.ts";
import { isTouched, usePlayerState, type Player } from "./player.ts";
import { ValueOrRange } from "./ValueOrRange.tsx";

export const VIEW_ID = "demonstration-view";

/** The camera's view at the playhead, cropped to the area in which the arm moves. The path ahead is pale. */
export function Camera({ player }: { player: Player }) {
  const view = useRef<HTMLDivElement>(null);
  return (
    <div className="camera">
      <p className="label">
        camera
        <Clock player={player} />
      </p>
      <div ref={view} className="camera-view">
        <CameraView player={player} />
        <Handle player={player} view={view} />
      </div>
    </div>
  );
}

function Clock({ player }: { player: Player }) {
  const touched = usePlayerState(player, isTouched);
  const time = usePlayerState(player, (state) => state.time.toFixed(1));
  const end = usePlayerState(player, (state) => durationOf(state.episode));
  return <ValueOrRange value={touched ? `${time} s` : undefined} range={`0 to ${end} s`} />;
}

function CameraView({ player }: { player: Player }) {
  const { status, episode, time, sample } = usePlayerState(player, (state) => state);
  const touched = isTouched({ status });
  const [cx, cy] = pixel(padsOf(sample));
  const past = episode.samples.slice(0, Math.floor(time * RATE) + 1);
  return (
    <Drawing
      id={VIEW_ID}
      viewBox={Object.values(FRAME).join(" ")}
      role="img"
      aria-hidden={undefined}
      aria-label={`A robot arm that picks up a block and places it: ${episode.phases.map(({ name }) => name).join(", ")}.`}
    >
      <path strokeOpacity="0.45" d={`M${TRAY.join(" ")}z`} />
      {touched && (
        <path className="drawing-path" strokeOpacity="0.45" d={gripperPath(episode.samples)} />
      )}
      <ArmPose {...poseOf(sample)} joint={0.75} solid />
      <path
        className="drawing-path"
        d={gripperPath(touched ? [...past, sample] : episode.samples)}
      />
      <Cube className="drawing-solid" at={pixel(blockOf(sample))} />
      <circle className="drawing-path" cx={cx} cy={cy} r=".5" />
    </Drawing>
  );
}
