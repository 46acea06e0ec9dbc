import { useRef } from "react";

import { Drawing } from "../ui/drawings/Drawing.tsx";
import { ArmBody } from "./ArmBody.tsx";
import { Handle } from "./Handle.tsx";
import { blockOf } from "./kinematics.ts";
import { RATE } from "./model.ts";
import {
  episodeOf,
  isOver,
  isPlaced,
  sampleOf,
  timeOf,
  usePlayerState,
  type Player,
} from "./player.ts";
import { FRAME, gripperPath, pixel } from "./projection.ts";
import { Block, Shadows, Tray } from "./Tabletop.tsx";

type Props = { player: Player };

export function Scene({ player }: Props) {
  const view = useRef<HTMLDivElement>(null);
  return (
    <div className="scene">
      <p className="scene-source">Simulated arm</p>
      <div ref={view} className="scene-view">
        <SceneDrawing player={player} />
        <Handle player={player} view={view} />
      </div>
    </div>
  );
}

function SceneDrawing({ player }: Props) {
  const state = usePlayerState(player, (current) => current);
  const [episode, sample] = [episodeOf(state), sampleOf(state)];
  const status = state.kind === "replaying" ? state.status : "recording";
  // The path is fully drawn until the visitor starts. After that, the part ahead of the playhead is paler.
  const isWhole = status === "untouched";
  const past = [...episode.samples.slice(0, Math.floor(timeOf(state) * RATE) + 1), sample];
  const path = gripperPath(isWhole ? episode.samples : past);
  const [cx, cy] = pixel(blockOf(sample));
  return (
    <Drawing
      viewBox={Object.values(FRAME).join(" ")}
      role="img"
      aria-hidden={undefined}
      aria-label={`A robot arm, a block and a tray: ${episode.phases.map(({ name }) => name).join(", ")}.`}
    >
      <Tray />
      <Shadows sample={sample} />
      {(status === "paused" || status === "playing") && (
        <path className="drawing-path" strokeOpacity="0.35" d={gripperPath(episode.samples)} />
      )}
      <path className="scene-halo" d={path} />
      <path className="drawing-path" d={path} />
      <ArmBody sample={sample} />
      <Block sample={sample} />
      {isPlaced(state) && isOver(state) && (
        <circle className="scene-placed" cx={cx} cy={cy} r="4" />
      )}
    </Drawing>
  );
}
