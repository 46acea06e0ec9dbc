import { memo, useRef, type PointerEvent } from "react";

import { RATE, type Episode, type Sample } from "../assets/demonstration.ts";
import { Drawing } from "../ui/drawings/Drawing.tsx";
import { CHANNELS } from "./episode.ts";
import { Phases } from "./Phases.tsx";
import {
  isTouched,
  movePlayhead,
  position,
  preview,
  usePlayerState,
  type Player,
} from "./player.ts";
import { Slider } from "./Slider.tsx";
import { ValueOrRange } from "./ValueOrRange.tsx";

const UNITS = { deg: "°", mm: " mm" };
const HEIGHT = 1000;

type Props = { player: Player };
type ChannelProps = Props & { channel: number };

/** A lane for each channel, with one playhead through all. */
export function Lanes({ player }: Props) {
  return (
    <>
      <div className="lanes">
        <div className="lanes-lane">
          <p className="label">
            <span>phases</span>
          </p>
        </div>
        {CHANNELS.map(({ name }, channel) => (
          <div className="lanes-lane" key={name}>
            <p className="label">
              <span>{name}</span>
              <Value player={player} channel={channel} />
            </p>
            <Trace player={player} channel={channel} />
          </div>
        ))}
        <div className="lanes-plot">
          <Phases player={player} />
          <Surface player={player} />
          <Slider player={player} />
        </div>
      </div>
      <Seconds player={player} />
    </>
  );
}

function Value({ player, channel }: ChannelProps) {
  const touched = usePlayerState(player, isTouched);
  const value = usePlayerState(player, ({ sample }) => Math.round(sample[channel] ?? 0));
  const { unit, range } = CHANNELS[channel] ?? CHANNELS[0];
  return (
    <ValueOrRange
      value={touched ? value + UNITS[unit] : undefined}
      range={range.join(" to ") + UNITS[unit]}
    />
  );
}

/** The values so far, and a ring on them at the playhead. */
function Trace({ player, channel }: ChannelProps) {
  const episode = usePlayerState(player, (state) => state.episode);
  const width = usePlayerState(player, (state) => state.span * RATE);
  return (
    <Drawing className="lanes-trace" viewBox={`0 0 ${width} ${HEIGHT}`} preserveAspectRatio="none">
      <g className={CHANNELS[channel]?.name === "gripper" ? "drawing-path" : undefined}>
        <Curve samples={episode.samples} channel={channel} />
        <Ring player={player} channel={channel} />
      </g>
    </Drawing>
  );
}

const Curve = memo(({ samples, channel }: { samples: Episode["samples"]; channel: number }) => (
  <path d={tracePath(samples, channel, CHANNELS[channel]?.range ?? [0, 1], HEIGHT)} />
));

/** SVG path of one of the samples' values, a unit for each sample, its range filling `height`. */
function tracePath(
  samples: readonly Sample[],
  channel: number,
  [low, high]: readonly [low: number, high: number],
  height: number,
): string {
  const heights = samples.map((sample) =>
    Math.round((height * (high - (sample[channel] ?? low))) / (high - low)),
  );
  const lines = heights.slice(1).map((y, index) => `1 ${y - (heights[index] ?? y)}`);
  // The last sample is held until the next one would be measured.
  return `M0 ${heights[0]}l${lines.join(" ")} 1 0`;
}

function Ring({ player, channel }: ChannelProps) {
  const { status, time, sample } = usePlayerState(player, (state) => state);
  if (status === "static") return null;
  const [low, high] = CHANNELS[channel]?.range ?? [0, 1];
  const y = (HEIGHT * (high - (sample[channel] ?? low))) / (high - low);
  // A dot is a very short stroke, because strokes keep their width at every scale.
  const dot = `M${(time * RATE).toFixed(2)} ${y.toFixed(1)}h.01`;
  return (
    <>
      <path className="lanes-sample" d={dot} />
      <path className="lanes-sample-inner" d={dot} />
    </>
  );
}

/**
 * Moves the playhead to the pointer: a finger that drags or taps, or a mouse that is pressed. A mouse that only
 * crosses the lanes shows the time below it until it leaves.
 */
function Surface({ player }: Props) {
  const press = useRef<{ x: number; y: number }>(null);
  const endPreview = useRef<() => void>(null);
  const timeAt = ({ currentTarget, clientX }: PointerEvent) => {
    const { left, width } = currentTarget.getBoundingClientRect();
    return (player.get().span * (clientX - left)) / width;
  };
  const follow = (event: PointerEvent) => {
    const from = press.current;
    const { status } = player.get();
    if (event.buttons === 0) {
      // After a press the playhead stays where it was set.
      if (from || status === "playing" || status === "recording") return;
      endPreview.current?.();
      endPreview.current = preview(player, timeAt(event));
      return;
    }
    // A press elsewhere that is dragged across the lanes is none of theirs, and the other buttons have their own use.
    if (!from || event.buttons !== 1) return;
    // The finger scrolls the page.
    if (event.pointerType === "touch") {
      if (Math.abs(event.clientX - from.x) <= Math.abs(event.clientY - from.y)) return;
    }
    movePlayhead(player, timeAt(event));
  };
  return (
    <div
      className="lanes-surface"
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        press.current = { x: event.clientX, y: event.clientY };
        if (event.pointerType === "touch") return;
        // A drag goes on outside of the lanes.
        event.currentTarget.setPointerCapture(event.pointerId);
        movePlayhead(player, timeAt(event));
      }}
      onPointerMove={follow}
      onPointerUp={(event) => {
        if (press.current && event.button === 0) movePlayhead(player, timeAt(event));
      }}
      onPointerLeave={() => {
        press.current = null;
        endPreview.current?.();
        endPreview.current = null;
      }}
    />
  );
}

/** A ruler with a mark for each second. */
function Seconds({ player }: Props) {
  const span = usePlayerState(player, (state) => state.span);
  const step = span > 11 ? 2 : 1;
  return (
    <Drawing className="lanes-seconds" strokeOpacity="0.45">
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
