import { useRef, useState, type KeyboardEvent, type PointerEvent, type RefObject } from "react";

import { FRAME, padsOf, pixel } from "./kinematics.ts";
import { usePlayerState, type Player } from "./player.ts";
import { record, type Recorder } from "./recorder.ts";
import { leadTo, nudge, toggleGripper } from "./simulation.ts";
import { pointAt } from "./workspace.ts";

const HINT_ID = "demonstration-hint";

type Props = { player: Player; view: RefObject<HTMLElement | null> };

/**
 * The button at the finger pads with which a visitor leads the arm, by pointer or keys, and records it. `view` is
 * the element that shows the camera's picture.
 */
export function Handle({ player, view }: Props) {
  const { status, sample } = usePlayerState(player, (state) => state);
  const session = useRef<Session>(null);
  const [lastLedBy, setLastLedBy] = useState<Session["by"]>();
  if (status === "static") return null;
  const recording = status === "recording";
  const [x, y] = pixel(padsOf(sample));

  const press = (event: PointerEvent<HTMLButtonElement>) => {
    if (event.button !== 0 || !event.isPrimary) return;
    const { currentTarget: handle, clientX, clientY, pointerId } = event;
    handle.setPointerCapture(pointerId);
    const scale = FRAME.width / (view.current?.clientWidth ?? FRAME.width);
    session.current?.recorder.end();
    const recorder = record(player, true);
    session.current = { by: "pointer", recorder, clientX, clientY, x, y, scale, moved: false };
  };
  const move = ({ isPrimary, clientX, clientY }: PointerEvent) => {
    const drag = session.current;
    if (drag?.by !== "pointer" || !isPrimary) return;
    const [dx, dy] = [clientX - drag.clientX, clientY - drag.clientY];
    // A hand trembles as it presses.
    drag.moved ||= Math.hypot(dx, dy) > 3;
    if (!drag.moved) return;
    const goal = pointAt([drag.x + dx * drag.scale, drag.y + dy * drag.scale]);
    drag.recorder.lead((simulation) => leadTo(simulation, goal));
    setLastLedBy("pointer");
  };
  const release = ({ isPrimary }: PointerEvent) => {
    if (session.current?.by !== "pointer" || !isPrimary) return;
    session.current.recorder.end();
    session.current = null;
  };
  const click = (detail: number) => {
    // A pointer's click has led already.
    if (detail > 0) return;
    session.current?.recorder.end();
    if (recording) return;
    session.current = { by: "keys", recorder: record(player, false) };
    setLastLedBy("keys");
  };
  const handleKey = (event: KeyboardEvent) => {
    const recorder = session.current?.recorder;
    if (!recording || !recorder || event.ctrlKey || event.metaKey || event.altKey) return;
    const by = event.shiftKey ? 0.04 : 0.01;
    const [across, up] = NUDGES[event.key] ?? [0, 0];
    if (event.key === "Escape") recorder.end();
    else if (event.key === " ") {
      if (!event.repeat) recorder.lead(toggleGripper);
    } else if (across || up) {
      recorder.lead((simulation) => nudge(simulation, across * by, up * by));
    } else return;
    // The page would scroll, or the button be pressed.
    event.preventDefault();
  };
  return (
    <>
      {recording && lastLedBy === "keys" && (
        <p className="handle-keys" role="status">
          Arrow keys move it, Space grips, Escape ends.
        </p>
      )}
      <div
        className="handle-pads"
        style={{
          left: `${(100 * (x - FRAME.left)) / FRAME.width}%`,
          top: `${(100 * (y - FRAME.top)) / FRAME.height}%`,
        }}
      >
        <button
          type="button"
          className="handle"
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
          onBlur={() => {
            if (session.current?.by === "keys") session.current.recorder.end();
          }}
        />
      </div>
      <p id={HINT_ID} className="handle-hint" hidden={recording || lastLedBy !== undefined}>
        Take the arm, lead the block to the tray
      </p>
    </>
  );
}

/** A recording, and what the arm is led by. */
type Session = { recorder: Recorder } & ({ by: "keys" } | ({ by: "pointer" } & Drag));

/** Where a pointer was pressed, in the window and in the picture, and the picture's pixels per CSS pixel. */
type Drag = {
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
