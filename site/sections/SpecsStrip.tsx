import { DEMONSTRATION, type CameraFrame, type SensorChannel } from "../assets/demonstration.ts";
import { ArmPose } from "../ui/drawings/ArmPose.tsx";
import { Drawing } from "../ui/drawings/Drawing.tsx";
import { CUBE } from "../ui/drawings/cube.ts";
import { INTERVAL_WIDTH, tracePath } from "./trace-path.ts";

const { channels, duration, interval, phases, start, tray } = DEMONSTRATION;

const TRACE = { width: (duration / interval) * INTERVAL_WIDTH, height: 1000 };

const UNITS = { deg: "°", mm: " mm" };

/** One demonstration as an instrument would log it. Decorative. */
export function SpecsStrip() {
  return (
    <div className="specs-strip" aria-hidden="true">
      <p className="specs-strip-caption">
        <b>Example</b>
        <span>One pick and place, computed with the kinematics of the arm in the pictures</span>
      </p>
      <div className="specs-strip-lanes">
        <div className="specs-strip-lane">
          <p className="specs-strip-label">camera</p>
          <Frames frames={DEMONSTRATION.frames} />
          <Frames frames={DEMONSTRATION.fewFrames} />
        </div>
        <div className="specs-strip-traces">
          <div className="specs-strip-lane">
            <p className="specs-strip-label">phases</p>
            <div className="specs-strip-names" />
          </div>
          {channels.map((channel) => (
            <Trace key={channel.name} {...channel} />
          ))}
          <Phases />
        </div>
        <div className="specs-strip-head" />
      </div>
      <Seconds />
    </div>
  );
}

function Frames({ frames }: { frames: readonly CameraFrame[] }) {
  const digits = frames.every(({ time }) => Number.isInteger(time)) ? 0 : 1;
  return (
    <div className="specs-strip-frames">
      {frames.map((frame, index) => (
        <Frame key={frame.time} {...frame} digits={digits} earlier={frames.slice(0, index)} />
      ))}
    </div>
  );
}

type FrameProps = CameraFrame & {
  earlier: readonly CameraFrame[];
  /** Decimal places of its time. */
  digits: number;
};

/**
 * What the camera sees, cropped to where the arm moves: it, tray, block, and the gripper's path, paler
 * up to the frame before.
 */
function Frame({ time, digits, block: [x, y], path, earlier, ...pose }: FrameProps) {
  const before = earlier.map((frame) => frame.path).join("");
  const from = earlier.at(-1)?.arm[4] ?? start;
  const [cx, cy] = pose.arm[4];
  return (
    <div className="specs-strip-frame">
      <Drawing viewBox="22 1 61 52">
        <path strokeOpacity="0.45" d={`M${tray.join(" ")}z`} />
        <ArmPose {...pose} solid />
        <g className="drawing-path">
          <path strokeOpacity="0.45" d={`M${start.join(" ")}${before}`} />
          <path d={`M${from.join(" ")}${path}`} />
        </g>
        <path className="drawing-solid" d={`M${x - 3.3} ${y - 2.5}${CUBE}`} />
        <circle className="drawing-path" cx={cx} cy={cy} r=".7" />
      </Drawing>
      <span>{`${time.toFixed(digits)} s`}</span>
    </div>
  );
}

function Trace(channel: SensorChannel) {
  const [low, high] = channel.range;
  const unit = UNITS[channel.unit];
  return (
    <div className="specs-strip-lane">
      <p className="specs-strip-label">
        {channel.name}
        <span>{`${low} to ${high}${unit}`.replaceAll("-", "−")}</span>
      </p>
      <Drawing
        className="specs-strip-trace"
        viewBox={`0 0 ${TRACE.width} ${TRACE.height}`}
        preserveAspectRatio="none"
      >
        <path
          className={channel.name === "gripper" ? "drawing-path" : undefined}
          d={tracePath(channel, interval, TRACE.height)}
        />
      </Drawing>
    </div>
  );
}

/** The name of each phase, and a line through all lanes, where it begins. */
function Phases() {
  return (
    <Drawing className="specs-strip-phases" strokeOpacity="0.3" shapeRendering="crispEdges">
      {phases.map(({ name, from }) => (
        <g key={name}>
          <line x1={at(from)} x2={at(from)} y2="100%" />
          <text x={at(from)} dx=".5em" y="1.1875rem">
            {name}
          </text>
        </g>
      ))}
    </Drawing>
  );
}

function Seconds() {
  return (
    <ol className="specs-strip-seconds">
      {Array.from({ length: duration }, (_, second) => (
        <li key={second}>{second}</li>
      ))}
      <li>{duration} s</li>
    </ol>
  );
}

function at(time: number): string {
  return `${(100 * time) / duration}%`;
}
