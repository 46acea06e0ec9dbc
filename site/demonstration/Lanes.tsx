import { memo } from "react";

import { dotPath } from "../ui/drawings/dot-path.ts";
import { Drawing } from "../ui/drawings/Drawing.tsx";
import { useHydrated } from "../ui/use-hydrated.ts";
import { CHANNELS, percentAt, secondsShown } from "./episode.ts";
import { RATE, type Episode } from "./model.ts";
import { episodeOf, sampleOf, timeOf, usePlayerState, type Player } from "./player.ts";
import { Playhead } from "./Playhead.tsx";

const UNITS = { deg: "°", mm: " mm" };
const HEIGHT = 1000;

type Props = { player: Player };
type ChannelProps = Props & { channel: number };

export function Lanes({ player }: Props) {
  return (
    <>
      <div className="lanes">
        {CHANNELS.map(({ name }, channel) => (
          <div className="lanes-lane" key={name}>
            <p>
              <span>{name}</span>
              <Value player={player} channel={channel} />
            </p>
            <Trace player={player} channel={channel} />
          </div>
        ))}
        <div className="lanes-plot">
          <Phases player={player} />
          <Playhead player={player} />
        </div>
      </div>
      <Seconds player={player} />
    </>
  );
}

function Value({ player, channel }: ChannelProps) {
  const value = usePlayerState(player, (state) => Math.round(sampleOf(state)[channel] ?? 0));
  const { unit } = CHANNELS[channel] ?? CHANNELS[0];
  return <span className="lanes-value">{`${value}${UNITS[unit]}`.replace("-", "−")}</span>;
}

function Trace({ player, channel }: ChannelProps) {
  const episode = usePlayerState(player, episodeOf);
  const width = secondsShown(episode) * RATE;
  return (
    <Drawing className="lanes-trace" viewBox={`0 0 ${width} ${HEIGHT}`} preserveAspectRatio="none">
      <g className={CHANNELS[channel]?.name === "gripper" ? "drawing-path" : undefined}>
        <Curve samples={episode.samples} channel={channel} />
        <Ring player={player} channel={channel} />
      </g>
    </Drawing>
  );
}

/** Each sample is one unit wide. The last value is repeated, so that it is drawn for its whole period, too. */
const Curve = memo(({ samples, channel }: { samples: Episode["samples"]; channel: number }) => {
  const heights = samples.map((sample) => Math.round(heightOf(sample[channel] ?? 0, channel)));
  const points = [...heights, heights.at(-1)].map((height, index) => `${index} ${height}`);
  return <path d={`M${points.join("L")}`} />;
});

function heightOf(value: number, channel: number): number {
  const [low, high] = CHANNELS[channel]?.range ?? [0, 1];
  return (HEIGHT * (high - value)) / (high - low);
}

function Ring({ player, channel }: ChannelProps) {
  const state = usePlayerState(player, (current) => current);
  if (!useHydrated()) return null;
  const y = heightOf(sampleOf(state)[channel] ?? 0, channel);
  const dot = dotPath([(timeOf(state) * RATE).toFixed(2), y.toFixed(1)]);
  return (
    <>
      <path className="screen-only lanes-sample" d={dot} />
      <path className="screen-only lanes-sample-inner" d={dot} />
    </>
  );
}

function Phases({ player }: Props) {
  const episode = usePlayerState(player, episodeOf);
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

function Seconds({ player }: Props) {
  const episode = usePlayerState(player, episodeOf);
  const seconds = secondsShown(episode);
  const step = seconds > 11 ? 5 : 1;
  return (
    <Drawing className="lanes-seconds">
      {Array.from({ length: Math.floor(seconds / step) + 1 }, (_, index) => {
        const x = percentAt(index * step, episode);
        return (
          <g key={index}>
            <line className="lanes-line" x1={x} x2={x} y2="0.5rem" />
            <text className="lanes-second" x={x} y="1.4375rem" textAnchor="middle">
              {index * step}
            </text>
          </g>
        );
      })}
    </Drawing>
  );
}
