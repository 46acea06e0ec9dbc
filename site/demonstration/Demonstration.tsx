import {
  Fragment,
  useEffect,
  useRef,
  useState,
  useSyncExternalStore,
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
} from "react";

import { DEMONSTRATION, type SensorChannel } from "../assets/demonstration.ts";
import { onDialogToggle } from "../ui/dialog-toggle.ts";
import { ArmPose } from "../ui/drawings/ArmPose.tsx";
import { Cube } from "../ui/drawings/Cube.tsx";
import { Drawing } from "../ui/drawings/Drawing.tsx";
import { Icon } from "../ui/Icon.tsx";
import { CSV_FILE, CSV_HEAD } from "./csv.ts";
import { blockAt, gripperPath, phaseAt, poseAt, TRAY, valueAt } from "./kinematics.ts";
import {
  createPlayhead,
  isTouched,
  movePlayhead,
  pause,
  play,
  playPhase,
  preview,
  seek,
  usePlayhead,
  type ObservablePlayhead,
} from "./playhead.ts";
import { INTERVAL_WIDTH, tracePath } from "./trace-path.ts";

const { channels, duration, interval, phases } = DEMONSTRATION;

const TRACE = { width: (duration / interval) * INTERVAL_WIDTH, height: 1000 };
const UNITS = { deg: { short: "°", long: "degrees" }, mm: { short: " mm", long: "millimetres" } };
const VIEW_ID = "demonstration-view";

type Props = { playhead: ObservablePlayhead };

/**
 * One demonstration as an instrument would log it. Visitors move its playhead by mouse or finger over the
 * lanes, as a slider, or by the keys of a video player. Without script it is complete but does not move.
 * The children are what can be done with it besides.
 */
export function Demonstration({ children }: { children: ReactNode }) {
  const [playhead] = useState(createPlayhead);
  useEffect(() => pauseBehindDialogs(playhead), [playhead]);
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
          <p className="demonstration-label">
            <span>phases</span>
          </p>
        </div>
        {channels.map((channel) => (
          <div className="demonstration-lane" key={channel.name}>
            <p className="demonstration-label">
              <span>{channel.name}</span>
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
          <Phases playhead={playhead} />
          <Surface playhead={playhead} />
          <Slider playhead={playhead} />
        </div>
      </div>
      <Seconds />
      <div className="demonstration-controls">
        <PlayButton playhead={playhead} />
      </div>
      <div className="demonstration-file">
        <CsvHead />
        <a href={`/${CSV_FILE}`} download>
          Download this example (CSV)
        </a>
        {children}
      </div>
    </div>
  );
}

function pauseBehindDialogs(playhead: ObservablePlayhead): () => void {
  const stops = [...document.querySelectorAll("dialog")].map((dialog) =>
    onDialogToggle(dialog, () => {
      if (dialog.open && playhead.get().status === "playing") pause(playhead);
    }),
  );
  return () => {
    for (const stop of stops) stop();
  };
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

/** At the start of each phase, its name and a line through all lanes. A press on a name goes there. */
function Phases({ playhead }: Props) {
  const { status, time } = usePlayhead(playhead);
  const current = isTouched(status) ? phaseAt(time) : undefined;
  return (
    <>
      {status !== "static" &&
        phases.map(({ name, from }, index) => (
          <button
            key={name}
            type="button"
            className="demonstration-phase"
            aria-label={`Go to ${name}`}
            aria-current={name === current ? "step" : undefined}
            // In the static page, a strict policy would drop it.
            style={{
              left: position(from),
              width: position((phases[index + 1]?.from ?? duration) - from),
            }}
            onClick={() => seek(playhead, from)}
          />
        ))}
      <Drawing className="demonstration-phases" strokeOpacity="0.3" shapeRendering="crispEdges">
        {phases.map(({ name, from }) => (
          <g key={name} className={name === current ? "demonstration-phase-current" : undefined}>
            <line x1={position(from)} x2={position(from)} y2="100%" />
            <text x={position(from)} dx=".5em" y="1.1875rem">
              {name}
            </text>
          </g>
        ))}
      </Drawing>
    </>
  );
}

/**
 * Moves the playhead to the pointer: a finger that drags or taps, or a mouse that is pressed. A mouse that only
 * crosses the lanes shows the time below it until it leaves.
 */
function Surface({ playhead }: Props) {
  const press = useRef<{ x: number; y: number }>(null);
  const endPreview = useRef<() => void>(null);
  const timeAt = ({ currentTarget, clientX }: PointerEvent) => {
    const { left, width } = currentTarget.getBoundingClientRect();
    return (duration * (clientX - left)) / width;
  };
  const follow = (event: PointerEvent) => {
    const from = press.current;
    if (event.buttons === 0) {
      // After a press the playhead stays where it was set.
      if (from || playhead.get().status === "playing") return;
      endPreview.current?.();
      endPreview.current = preview(playhead, timeAt(event));
      return;
    }
    // The finger scrolls the page.
    if (from && event.pointerType === "touch") {
      if (Math.abs(event.clientX - from.x) <= Math.abs(event.clientY - from.y)) return;
    }
    movePlayhead(playhead, timeAt(event));
  };
  return (
    <div
      className="demonstration-surface"
      onPointerDown={(event) => {
        press.current = { x: event.clientX, y: event.clientY };
        if (event.pointerType === "touch") return;
        // A drag goes on outside of the lanes.
        event.currentTarget.setPointerCapture(event.pointerId);
        movePlayhead(playhead, timeAt(event));
      }}
      onPointerMove={follow}
      onPointerUp={(event) => movePlayhead(playhead, timeAt(event))}
      onPointerLeave={() => {
        press.current = null;
        endPreview.current?.();
        endPreview.current = null;
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
        aria-keyshortcuts="Space K J L"
        min={0}
        max={duration}
        step={0.1}
        value={time.toFixed(1)}
        autoComplete="off"
        onChange={(event) => movePlayhead(playhead, event.currentTarget.valueAsNumber)}
        onKeyDown={(event) => handleKey(event, playhead)}
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
  const playing = status === "playing";
  return (
    <button
      type="button"
      className="demonstration-play"
      onClick={() => toggle(playhead)}
      onKeyDown={(event) => handleKey(event, playhead)}
    >
      <Icon name={playing ? "pause" : "play"} />
      {playing ? "Pause" : reduced ? "Play next phase" : "Play"}
    </button>
  );
}

/** The file's header and first row, broken only between fields. */
function CsvHead() {
  return (
    <code className="demonstration-head" translate="no">
      {CSV_HEAD.map((fields) => (
        <span key={fields.join()}>
          {fields.map((field, index) => (
            <Fragment key={CSV_HEAD[0]?.[index]}>
              {index > 0 && (
                <>
                  ,<wbr />
                </>
              )}
              {field}
            </Fragment>
          ))}
        </span>
      ))}
    </code>
  );
}

/** As in a video player: K, and Space on the ruler, play and pause; J and L move by a second. */
function handleKey(event: KeyboardEvent, playhead: ObservablePlayhead): void {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const { time } = playhead.get();
  switch (event.key.toLowerCase()) {
    case " ":
      // A button is pressed by it.
      if (!(event.target instanceof HTMLInputElement)) return;
      // Otherwise the page would scroll.
      event.preventDefault();
      if (!event.repeat) toggle(playhead);
      return;
    case "k":
      if (!event.repeat) toggle(playhead);
      return;
    case "j":
      seek(playhead, time - 1);
      return;
    case "l":
      seek(playhead, time + 1);
  }
}

function toggle(playhead: ObservablePlayhead): void {
  if (playhead.get().status === "playing") pause(playhead);
  else if (matchMedia(REDUCED_MOTION).matches) playPhase(playhead);
  else play(playhead);
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
  return `${Number(((100 * time) / duration).toFixed(2))}%`;
}
