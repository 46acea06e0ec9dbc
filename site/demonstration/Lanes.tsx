import { memo } from "react";

import { dotPath } from "../ui/drawings/dot-path.ts";
import { Drawing } from "../ui/drawings/Drawing.tsx";
import { CHANNELS, durationOf, measure, phaseAt, RATE, type Episode } from "./episode.ts";
import { sampleOf, usePlayerState, type Player } from "./player.ts";
import { EXAMPLE } from "./recording.ts";

const HEIGHT = 400;

/** `isLive` adds what moves, and the slider. */
type Props = { player: Player; isLive: boolean };

export function Lanes({ player, isLive }: Props) {
  const episode = usePlayerState(player, (state) => state.episode);
  return (
    <div className="lanes">
      {CHANNELS.map(({ name }, channel) => (
        <Lane key={name} player={player} isLive={isLive} channel={channel} />
      ))}
      <div className="lanes-plot">
        <Phases episode={episode} />
        {isLive && <Playhead player={player} />}
      </div>
      <Seconds episode={episode} />
    </div>
  );
}

function Lane({ player, isLive, channel }: Props & { channel: number }) {
  const state = usePlayerState(player, (current) => current);
  const { name, unit } = CHANNELS[channel] ?? CHANNELS[0];
  const values = measure(sampleOf(state));
  const at = [(state.time * RATE).toFixed(1), heightOf(values, channel).toFixed(1)] as const;
  return (
    <div className="lanes-lane">
      <p>
        <span>{name}</span>
        <span className="lanes-value">
          {`${Math.round(values[channel] ?? 0)}${unit}`.replace("-", "−")}
        </span>
      </p>
      <Drawing
        className="lanes-trace"
        viewBox={`0 0 ${secondsShown(state.episode) * RATE} ${HEIGHT}`}
        preserveAspectRatio="none"
      >
        <g className={name === "gripper" ? "drawing-path" : undefined}>
          <Curve samples={state.episode.samples} channel={channel} />
          {isLive && <path className="screen-only" strokeWidth="0.5rem" d={dotPath(at)} />}
        </g>
      </Drawing>
    </div>
  );
}

/** At least the example's duration, so that short recordings have the same scale. */
function secondsShown(episode: Episode): number {
  return Math.ceil(Math.max(durationOf(EXAMPLE), durationOf(episode)));
}

function percentAt(time: number, episode: Episode): string {
  return `${Number(((100 * time) / secondsShown(episode)).toFixed(2))}%`;
}

/** Draws every third sample, which is enough at this size. */
const EVERY = 3;

const Curve = memo(({ samples, channel }: { samples: Episode["samples"]; channel: number }) => {
  const heights = samples
    .filter((_, index) => index % EVERY === 0)
    .map((sample) => Math.round(heightOf(measure(sample), channel)));
  // Relative coordinates repeat, so they compress well.
  const steps = heights.slice(1).map((to, index) => `l${EVERY} ${to - (heights[index] ?? 0)}`);
  return <path d={`M0 ${heights[0]}${steps.join("")}`} />;
});

function heightOf(values: number[], channel: number): number {
  const [low, high] = CHANNELS[channel]?.range ?? [0, 1];
  return (HEIGHT * (high - (values[channel] ?? 0))) / (high - low);
}

function Phases({ episode }: { episode: Episode }) {
  return (
    <Drawing className="lanes-phases">
      {episode.phases.map(({ name, from }, index) => {
        const until = episode.phases[index + 1]?.from ?? secondsShown(episode);
        const x = percentAt(from, episode);
        return (
          <g key={`${name} ${from}`}>
            <line className="lanes-line" x1={x} x2={x} y2="100%" />
            <foreignObject x={x} width={percentAt(until - from, episode)} height="100%">
              <p className="lanes-phase">{name}</p>
            </foreignObject>
          </g>
        );
      })}
    </Drawing>
  );
}

function Playhead({ player }: { player: Player }) {
  const state = usePlayerState(player, (current) => current);
  const { episode, time } = state;
  const x = percentAt(time, episode);
  return (
    <>
      {state.status !== "recording" && (
        <input
          className="playhead-slider"
          type="range"
          aria-label="Time"
          aria-valuetext={`${time.toFixed(1)} seconds, ${phaseAt(episode, time)}`}
          min={0}
          max={secondsShown(episode)}
          step={0.05}
          value={Number(time.toFixed(2))}
          autoComplete="off"
          onChange={({ currentTarget }) =>
            player.dispatch({ type: "seek", time: currentTarget.valueAsNumber })
          }
        />
      )}
      <Drawing className="screen-only playhead drawing-path">
        <line x1={x} x2={x} y2="100%" />
        <circle cx={x} cy="100%" r="0.4375rem" />
      </Drawing>
    </>
  );
}

function Seconds({ episode }: { episode: Episode }) {
  const seconds = secondsShown(episode);
  const step = seconds > 10 ? 5 : 2;
  return (
    <Drawing className="lanes-seconds">
      {Array.from({ length: Math.floor(seconds / step) + 1 }, (_, index) => {
        const x = percentAt(index * step, episode);
        const isLast = index * step === seconds;
        return (
          <text key={index} x={x} y="1.5rem" textAnchor={isLast ? "end" : "start"}>
            {index * step} s
          </text>
        );
      })}
    </Drawing>
  );
}
