import { useRef, useState, useSyncExternalStore, type PointerEvent } from "react";

import { DEMONSTRATION, type SensorChannel } from "../assets/demonstration.ts";
import { ArmPose } from "../ui/drawings/ArmPose.tsx";
import { Cube } from "../ui/drawings/Cube.tsx";
import { Drawing } from "../ui/drawings/Drawing.tsx";
import { Icon } from "../ui/Icon.tsx";
import { CSV_FILE } from "./csv.ts";
import { blockAt, gripperPath, phaseAt, poseAt, TRAY, valueAt } from "./kinematics.ts";
import {
  createPlayhead,
  isTouched,
  movePlayhead,
  play,
  playPhase,
  usePlayhead,
  type PlayheadStore,
} from "./playhead.ts";
import { INTERVAL_WIDTH, tracePath } from "./trace-path.ts";

const { channels, duration, interval, phases } = DEMONSTRATION;

const TRACE = { width: (duration / interval) * INTERVAL_WIDTH, height: 1000 };
const UNITS = { deg: { short: "°", long: "degrees" }, mm: { short: " mm", long: "millimetres" } };
const VIEW_ID = "demonstration-view";

type Props = { playhead: PlayheadStore };

/**
 * One demonstration as an instrument would log it. Visitors move its playhead by mouse or finger over the
 * lanes, or as a slider. Without script it is complete but does not move.
 */
export function Demonstration() {
  const [playhead] = useState(createPlayhead);
  return (
    <div
      className="demonstration"
      role="group"
      aria-label="Example of a demonstration"
      aria-describedby={VIEW_ID}
    >
      <p className="demonstration-caption">
        <b>Example</b>
        <span>One pick and place, computed with the kinematics of the arm in the pictures</span>
      </p>
      <Camera playhead={playhead} />
      <div className="demonstration-lanes">
        <div className="demonstration-lane demonstration-names">
          <p className="demonstration-label">phases</p>
        </div>
        {channels.map((channel) => (
          <div className="demonstration-lane" key={channel.name}>
            <p className="demonstration-label">
              {channel.name}
              <Value channel={channel} playhead={playhead} />
            </p>
            <Drawing
              className="demonstration-trace"
              viewBox={`0 0 ${TRACE.width} ${TRACE.height}`}
              preserveAspectRatio="none"
            >
              <g className={channel.name === "gripper" ? "drawing-path" : undefined}>
                <path d={tracePath(channel, interval, TRACE.height)} />
                <Sample channel={channel} playhead={playhead} />
              </g>
            </Drawing>
          </div>
        ))}
        <div className="demonstration-plot">
          <Phases />
          <Surface playhead={playhead} />
          <Slider playhead={playhead} />
        </div>
      </div>
      <Seconds />
      <div className="demonstration-controls">
        <PlayButton playhead={playhead} />
        <a href={`/${CSV_FILE}`} download>
          Download this example (CSV)
        </a>
      </div>
    </div>
  );
}

/** The camera's view at the playhead, cropped to the area in which the arm moves. The path ahead is pale. */
function Camera({ playhead }: Props) {
  const { status, time } = usePlayhead(playhead);
  const pose = poseAt(time);
  const [cx, cy] = pose.arm[4];
  const touched = isTouched(status);
  return (
    <div className="demonstration-camera">
      <p className="demonstration-label">
        camera
        <Reading
          value={touched ? `${time.toFixed(1)} s` : undefined}
          range={`0 to ${duration} s`}
        />
      </p>
      <Drawing
        id={VIEW_ID}
        className="demonstration-view"
        viewBox="22 1 61 52"
        role="img"
        aria-hidden={undefined}
        aria-label="A robot arm reaches for a block, grasps it, carries it to a tray, places it there and returns."
      >
        <path strokeOpacity="0.45" d={`M${TRAY.join(" ")}z`} />
        <path className="drawing-path" strokeOpacity="0.45" d={WHOLE_PATH} />
        <ArmPose {...pose} joint={0.75} solid />
        <path className="drawing-path" d={touched ? gripperPath(0, time) : WHOLE_PATH} />
        <Cube className="drawing-solid" at={blockAt(time)} />
        <circle className="drawing-path" cx={cx} cy={cy} r=".5" />
      </Drawing>
    </div>
  );
}

const WHOLE_PATH = gripperPath(0, duration);

function Value({ channel, playhead }: Props & { channel: SensorChannel }) {
  const { status, time } = usePlayhead(playhead);
  const unit = UNITS[channel.unit].short;
  return (
    <Reading
      value={isTouched(status) ? `${Math.round(valueAt(channel, time))}${unit}` : undefined}
      range={`${channel.range.join(" to ")}${unit}`}
    />
  );
}

/** A lane's value at the playhead, shown in place of its range. */
function Reading({ value, range }: { value: string | undefined; range: string }) {
  return (
    <span className={value && "demonstration-value"}>{(value ?? range).replaceAll("-", "−")}</span>
  );
}

/** A ring on the trace at the playhead. */
function Sample({ channel, playhead }: Props & { channel: SensorChannel }) {
  const { status, time } = usePlayhead(playhead);
  if (status === "static") return null;
  const [low, high] = channel.range;
  const y = (TRACE.height * (high - valueAt(channel, time))) / (high - low);
  // A dot is a very short stroke, because strokes keep their width at every scale.
  const dot = `M${(TRACE.width * time) / duration} ${y}h.01`;
  return (
    <>
      <path className="demonstration-sample" d={dot} />
      <path className="demonstration-sample-inner" d={dot} />
    </>
  );
}

/** At the start of each phase, its name and a line through all lanes. */
function Phases() {
  return (
    <Drawing className="demonstration-phases" strokeOpacity="0.3" shapeRendering="crispEdges">
      {phases.map(({ name, from }) => (
        <g key={name}>
          <line x1={position(from)} x2={position(from)} y2="100%" />
          <text x={position(from)} dx=".5em" y="1.1875rem">
            {name}
          </text>
        </g>
      ))}
    </Drawing>
  );
}

/** Moves the playhead to the pointer: a moving mouse, or a finger that drags or taps. */
function Surface({ playhead }: Props) {
  const press = useRef<{ x: number; y: number }>(null);
  const move = ({ currentTarget, clientX }: PointerEvent) => {
    const { left, width } = currentTarget.getBoundingClientRect();
    movePlayhead(playhead, (duration * (clientX - left)) / width);
  };
  const follow = (event: PointerEvent) => {
    const from = press.current;
    const hovers = event.buttons === 0;
    // A press holds the playhead, so that moving the mouse on to the button does not move it.
    if (hovers && (from || playhead.get().status === "playing")) return;
    // The finger scrolls the page.
    if (from && event.pointerType === "touch") {
      if (Math.abs(event.clientX - from.x) <= Math.abs(event.clientY - from.y)) return;
    }
    move(event);
  };
  return (
    <div
      className="demonstration-surface"
      onPointerDown={(event) => {
        press.current = { x: event.clientX, y: event.clientY };
        if (event.pointerType !== "touch") move(event);
      }}
      onPointerMove={follow}
      onPointerUp={move}
      onPointerLeave={() => {
        press.current = null;
      }}
    />
  );
}

/** The playhead, with a native slider on the ruler. The slider's thumb is part of the playhead's drawing. */
function Slider({ playhead }: Props) {
  const { status, time } = usePlayhead(playhead);
  if (status === "static") return null;
  const x = position(time);
  return (
    <>
      <input
        className="demonstration-slider"
        type="range"
        aria-label="Time"
        aria-valuetext={describe(time)}
        min={0}
        max={duration}
        step={0.1}
        value={time.toFixed(1)}
        autoComplete="off"
        onChange={(event) => movePlayhead(playhead, event.currentTarget.valueAsNumber)}
      />
      <Drawing className="demonstration-playhead drawing-path">
        <line x1={x} x2={x} y2="100%" />
        <circle className="demonstration-focus" cx={x} cy="100%" r="0.8125rem" />
        <circle cx={x} cy="100%" r="0.4375rem" />
      </Drawing>
    </>
  );
}

function describe(time: number): string {
  const read = channels
    .filter(({ name }) => name === "elbow" || name === "gripper")
    .map((channel) => {
      const value = Math.round(valueAt(channel, time));
      return `${channel.name} ${value} ${UNITS[channel.unit].long}`;
    });
  return `${time.toFixed(1)} seconds, ${phaseAt(time)}: ${read.join(", ")}`;
}

function Seconds() {
  return (
    <ol className="demonstration-seconds" aria-hidden="true">
      {Array.from({ length: duration }, (_, second) => (
        <li key={second}>{second}</li>
      ))}
      <li>{duration} s</li>
    </ol>
  );
}

function PlayButton({ playhead }: Props) {
  const { status } = usePlayhead(playhead);
  const reduced = useReducedMotion();
  if (status === "static") return null;
  if (status === "playing") {
    return (
      <button type="button" onClick={() => movePlayhead(playhead, playhead.get().time)}>
        <Icon name="pause" />
        Pause
      </button>
    );
  }
  return (
    <button type="button" onClick={() => (reduced ? playPhase : play)(playhead)}>
      <Icon name="play" />
      {reduced ? "Play next phase" : "Play"}
    </button>
  );
}

const REDUCED_MOTION = "(prefers-reduced-motion: reduce)";

function useReducedMotion(): boolean {
  return useSyncExternalStore(
    (listener) => {
      const media = matchMedia(REDUCED_MOTION);
      media.addEventListener("change", listener);
      return () => media.removeEventListener("change", listener);
    },
    () => matchMedia(REDUCED_MOTION).matches,
    () => false,
  );
}

function position(time: number): string {
  return `${(100 * time) / duration}%`;
}
