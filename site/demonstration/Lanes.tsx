import { memo } from "react";

import { RATE, type Episode } from "../assets/demonstration.ts";
import { Drawing } from "../ui/drawings/Drawing.tsx";
import { CHANNELS } from "./episode.ts";
import { position, usePlayerState, type Player } from "./player.ts";
import { Playhead } from "./Playhead.tsx";

const UNITS = { deg: "°", mm: " mm" };
const HEIGHT = 1000;

type Props = { player: Player };
type ChannelProps = Props & { channel: number };

/** A lane for each channel, with one playhead through all. */
export function Lanes({ player }: Props) {
  return (
    <>
      <div className="lanes">
        <p className="lanes-source">Simulated arm</p>
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
  const value = usePlayerState(player, ({ sample }) => Math.round(sample[channel] ?? 0));
  const { unit } = CHANNELS[channel] ?? CHANNELS[0];
  return <span className="lanes-value">{`${value}${UNITS[unit]}`.replace("-", "−")}</span>;
}

/** The values so far, and a ring on them at the playhead. */
function Trace({ player, channel }: ChannelProps) {
  const { samples } = usePlayerState(player, (state) => state.episode);
  const width = usePlayerState(player, (state) => state.span * RATE);
  return (
    <Drawing className="lanes-trace" viewBox={`0 0 ${width} ${HEIGHT}`} preserveAspectRatio="none">
      <g className={CHANNELS[channel]?.name === "gripper" ? "drawing-path" : undefined}>
        <Curve samples={samples} channel={channel} />
        <Ring player={player} channel={channel} />
      </g>
    </Drawing>
  );
}

/** A unit for each sample. The last is held until the next one would be measured. */
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
  const { status, time, sample } = usePlayerState(player, (state) => state);
  if (status === "static") return null;
  const y = heightOf(sample[channel] ?? 0, channel);
  // A dot is a very short stroke, because strokes keep their width at every scale.
  const dot = `M${(time * RATE).toFixed(2)} ${y.toFixed(1)}h.01`;
  return (
    <>
      <path className="lanes-sample" d={dot} />
      <path className="lanes-sample-inner" d={dot} />
    </>
  );
}

/** At the start of each phase, its name and a line through all lanes. */
function Phases({ player }: Props) {
  const { phases } = usePlayerState(player, (state) => state.episode);
  const span = usePlayerState(player, (state) => state.span);
  const last = phases.at(-1)?.from ?? 0;
  // Where the last name has no room after its line, it stands before it, and the name before it ends there.
  const late = phases.length > 1 && last > LATE * span;
  const endOf = (index: number) => {
    const end = phases[index + 1]?.from ?? span;
    return late ? Math.min(end, (LATE - (1 - last / span)) * span) : end;
  };
  return (
    <Drawing className="lanes-phases">
      {phases.map(({ name, from }, index) => {
        const isLast = index === phases.length - 1;
        const before = late && isLast;
        return (
          <g key={from}>
            <line x1={position(from, span)} x2={position(from, span)} y2="100%" />
            <svg
              x={position(from, span)}
              width={position(Math.max(endOf(index) - from, 0), span)}
              overflow={isLast ? "visible" : undefined}
            >
              <text
                dx={before ? "-.35em" : ".35em"}
                y="1.1875rem"
                textAnchor={before ? "end" : undefined}
              >
                {name}
              </text>
            </svg>
          </g>
        );
      })}
    </Drawing>
  );
}

/** A name needs up to this share of a phone's lanes. */
const LATE = 0.83;

/** A ruler with a mark for each second. */
function Seconds({ player }: Props) {
  const span = usePlayerState(player, (state) => state.span);
  const step = span > 11 ? 2 : 1;
  return (
    <Drawing className="lanes-seconds">
      {Array.from({ length: Math.floor(span / step) + 1 }, (_, index) => {
        const x = position(index * step, span);
        return (
          <g key={index}>
            <line x1={x} x2={x} y2="0.5rem" />
            <text x={x} y="1.4375rem" textAnchor="middle">
              {index * step}
            </text>
          </g>
        );
      })}
    </Drawing>
  );
}
