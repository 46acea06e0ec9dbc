import { Arm, Shadows } from "./Arm.tsx";
import { FRAME, project, type ImagePoint } from "./camera.ts";
import { RATE } from "./episode.ts";
import { Handle } from "./Handle.tsx";
import bench from "./images/bench.avif";
import still from "./images/still.avif";
import { sampleOf, usePlayerState, type Player, type PlayerState } from "./player.ts";

type Props = { player: Player; isLive: boolean };

/** Until its images are decoded, a still image shows the scene. Then the arm is in front of the empty bench. */
export function Scene({ player, isLive }: Props) {
  return (
    <div className="scene">
      <img
        src={isLive ? bench : still}
        alt="A robot arm over a wooden bench, between a block and a tray."
        width="860"
        height="645"
        loading="lazy"
        decoding="async"
      />
      {isLive && <LiveScene player={player} />}
    </div>
  );
}

function LiveScene({ player }: { player: Player }) {
  const state = usePlayerState(player, (current) => current);
  const sample = sampleOf(state);
  return (
    <>
      <Shadows sample={sample} />
      <Path state={state} />
      <Arm sample={sample} />
      <Handle player={player} />
    </>
  );
}

/** Draws a point for every third sample, which is enough at this size. */
const EVERY = 3;
/** Metres between two dots, so that they do not touch where the arm rests. */
const DOT_DISTANCE = 0.022;

/** The pads' path until the block was released, with a dot every half second. What lies ahead is paler. */
function Path({ state: { episode, time } }: { state: PlayerState }) {
  const end = episode.phases.find(({ name }) => name === "release")?.from ?? Infinity;
  const path = episode.samples
    .filter((_, index) => index % EVERY === 0 && index <= end * RATE)
    .map(({ pads }) => project(pads));
  const past = time > 0 ? path.slice(0, (time * RATE) / EVERY + 1) : path;
  const dots: ImagePoint[] = [];
  for (const [index, dot] of past.entries()) {
    const isFar = dots.every(([x, y]) => Math.hypot(dot[0] - x, dot[1] - y) > DOT_DISTANCE);
    if ((index * EVERY) % (RATE / 2) === 0 && isFar) dots.push(dot);
  }
  return (
    <svg className="scene-path" viewBox={Object.values(FRAME).join(" ")} aria-hidden="true">
      {past.length < path.length && <polyline points={toPoints(path)} strokeOpacity="0.4" />}
      <polyline points={toPoints(past)} />
      {dots.map(([x, y]) => (
        <circle key={`${x} ${y}`} cx={x} cy={y} r="0.0062" />
      ))}
    </svg>
  );
}

function toPoints(path: readonly ImagePoint[]): string {
  return path.map(([x, y]) => `${x.toFixed(4)},${y.toFixed(4)}`).join(" ");
}
