import { useRef, useState, type KeyboardEvent, type PointerEvent } from "react";

import { padsOf, pixel } from "./kinematics.ts";
import { usePlayerState, type Player } from "./player.ts";
import { record, type Recorder } from "./recorder.ts";
import { leadTo, nudge, toggleGripper } from "./simulation.ts";
import { pointAt } from "./workspace.ts";

/** The part of the camera's picture that is shown, in pixels. */
export const FRAME = { left: 22, top: 1, width: 61, height: 52 };

/** The class of the element that shows it. */
export const VIEW_CLASS = "demonstration-view";

const HINT_ID = "demonstration-hint";

/** By it the arm is led, by mouse, pen, finger or keys, and what it does is recorded. */
export function Handle({ player }: { player: Player }) {
  const { status, sample } = usePlayerState(player, (state) => state);
  const recorder = useRef<Recorder>(null);
  const grip = useRef<Grip>(null);
  const [led, setLed] = useState<"by keys" | "by pointer">();
  if (status === "static") return null;
  const recording = status === "recording";
  const [x, y] = pixel(padsOf(sample));

  const press = (event: PointerEvent<HTMLButtonElement>) => {
    if (event.button !== 0 || !event.isPrimary) return;
    const { currentTarget: handle, clientX, clientY, pointerId } = event;
    handle.setPointerCapture(pointerId);
    const view = handle.closest(`.${VIEW_CLASS}`) as HTMLElement;
    grip.current = { clientX, clientY, x, y, scale: FRAME.width / view.clientWidth, moved: false };
    recorder.current?.end();
    recorder.current = record(player, true);
  };
  const move = ({ isPrimary, clientX, clientY }: PointerEvent) => {
    const from = grip.current;
    if (!from || !isPrimary) return;
    const [dx, dy] = [clientX - from.clientX, clientY - from.clientY];
    // A hand trembles as it presses.
    from.moved ||= Math.hypot(dx, dy) > 3;
    if (!from.moved) return;
    const goal = pointAt([from.x + dx * from.scale, from.y + dy * from.scale]);
    recorder.current?.lead((simulation) => leadTo(simulation, goal));
    setLed("by pointer");
  };
  const release = ({ isPrimary }: PointerEvent) => {
    if (!grip.current || !isPrimary) return;
    grip.current = null;
    recorder.current?.end();
  };
  const click = (detail: number) => {
    // A pointer's click has led already.
    if (detail > 0) return;
    recorder.current?.end();
    if (recording) return;
    recorder.current = record(player, false);
    setLed("by keys");
  };
  const handleKey = (event: KeyboardEvent) => {
    const leading = recorder.current;
    if (!recording || !leading || event.ctrlKey || event.metaKey || event.altKey) return;
    const by = event.shiftKey ? 0.04 : 0.01;
    const [across, up] = NUDGES[event.key] ?? [0, 0];
    if (event.key === "Escape") leading.end();
    else if (event.key === " ") {
      if (!event.repeat) leading.lead(toggleGripper);
    } else if (across || up) leading.lead((simulation) => nudge(simulation, across * by, up * by));
    else return;
    // The page would scroll, or the button be pressed.
    event.preventDefault();
  };
  return (
    <>
      {recording && led === "by keys" && (
        <p className="demonstration-keys" role="status">
          Arrow keys move it, Space grips, Escape ends.
        </p>
      )}
      <div
        className="demonstration-pads"
        style={{
          left: `${(100 * (x - FRAME.left)) / FRAME.width}%`,
          top: `${(100 * (y - FRAME.top)) / FRAME.height}%`,
        }}
      >
        <button
          type="button"
          className="demonstration-handle"
          aria-label="Take the arm"
          aria-describedby={HINT_ID}
          aria-pressed={recording}
          onPointerDown={press}
          onPointerMove={move}
          onPointerUp={release}
          onPointerCancel={release}
          onClick={(event) => click(event.detail)}
          onKeyDown={handleKey}
          onKeyUp={(event) => {
            // Firefox presses a button as Space comes up.
            if (recording && event.key === " ") event.preventDefault();
          }}
          onBlur={() => grip.current || recorder.current?.end()}
        />
      </div>
      <p id={HINT_ID} className="demonstration-hint" hidden={recording || led !== undefined}>
        Take the arm, lead the block to the tray
      </p>
    </>
  );
}

/** Where a pointer took the arm, in the window and in the picture, and the picture's pixels per CSS pixel. */
type Grip = {
  clientX: number;
  clientY: number;
  x: number;
  y: number;
  scale: number;
  moved: boolean;
};

const NUDGES: Record<string, [across: number, up: number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
};
