import { useRef, type KeyboardEvent, type PointerEvent, type RefObject } from "react";

import { padsOf } from "./kinematics.ts";
import { FRAME, pixel } from "./picture.ts";
import { usePlayerState, type Player, type PlayerState } from "./player.ts";
import { outcomeOf } from "./recording.ts";
import { leadTo, nudge, toggleGripper } from "./simulation.ts";
import { pointAt } from "./workspace.ts";

/** Where a pointer was pressed, in the window and in the picture, and the picture's pixels per CSS pixel. */
type Press = {
  pointerId: number;
  clientX: number;
  clientY: number;
  x: number;
  y: number;
  scale: number;
  /** It has moved so far that it leads the arm. */
  leads: boolean;
};

const LABEL = "Take the arm";

/** In CSS pixels. A hand trembles as it presses. */
const LEADS_FROM = 3;

type Props = { player: Player; view: RefObject<HTMLElement | null> };

/**
 * The button at the finger pads with which a visitor leads the arm, by pointer or keys, and records it. `view` is
 * the element that shows the picture.
 */
export function Handle({ player, view }: Props) {
  const state = usePlayerState(player, (current) => current);
  const pressed = useRef<Press>(null);
  if (state.status === "static") return null;
  const recording = state.status === "recording";
  const ledByKeys = recording && state.recording.simulation.ledBy === "keys";
  const [x, y] = pixel(padsOf(state.sample));

  const press = (event: PointerEvent<HTMLButtonElement>) => {
    if (event.button !== 0 || !event.isPrimary) return;
    const { pointerId, clientX, clientY } = event;
    event.currentTarget.setPointerCapture(pointerId);
    const scale = FRAME.width / (view.current?.clientWidth ?? FRAME.width);
    pressed.current = { pointerId, clientX, clientY, x, y, scale, leads: false };
  };
  const move = ({ pointerId, clientX, clientY }: PointerEvent) => {
    const from = pressed.current;
    if (from?.pointerId !== pointerId) return;
    const [dx, dy] = [clientX - from.clientX, clientY - from.clientY];
    if (!from.leads) {
      if (Math.hypot(dx, dy) <= LEADS_FROM) return;
      from.leads = true;
      player.dispatch({ type: "take", by: "pointer" });
    }
    const goal = pointAt([from.x + dx * from.scale, from.y + dy * from.scale]);
    player.dispatch({ type: "lead", change: (simulation) => leadTo(simulation, goal) });
  };
  const release = ({ pointerId }: PointerEvent) => {
    if (pressed.current?.pointerId !== pointerId) return;
    if (pressed.current.leads) player.dispatch({ type: "let go" });
    pressed.current = null;
  };
  const click = (detail: number) => {
    // A pointer's click has led already.
    if (detail > 0) return;
    player.dispatch(recording ? { type: "let go" } : { type: "take", by: "keys" });
  };
  const handleKey = (event: KeyboardEvent) => {
    if (!ledByKeys || event.ctrlKey || event.metaKey || event.altKey) return;
    const direction = DIRECTIONS[event.key];
    if (direction) {
      const by = event.shiftKey ? 0.04 : 0.01;
      const on = [direction[0] * by, direction[1] * by] as const;
      player.dispatch({ type: "lead", change: (simulation) => nudge(simulation, on) });
    } else if (event.key === " ") {
      if (!event.repeat) player.dispatch({ type: "lead", change: toggleGripper });
    } else if (event.key === "Escape") player.dispatch({ type: "let go" });
    else return;
    // The page would scroll, or the button be pressed.
    event.preventDefault();
  };
  const fromLeft = (100 * (x - FRAME.left)) / FRAME.width;
  const top = `${(100 * (y - FRAME.top)) / FRAME.height}%`;
  return (
    <>
      <div className="handle-pads" style={{ left: `${fromLeft}%`, top }}>
        <button
          type="button"
          className="handle"
          aria-label={LABEL}
          aria-pressed={recording}
          onPointerDown={press}
          onPointerMove={move}
          onPointerUp={release}
          onPointerCancel={release}
          onClick={(event) => click(event.detail)}
          onKeyDown={handleKey}
          onKeyUp={(event) => {
            // Firefox presses a button as Space comes up.
            if (ledByKeys && event.key === " ") event.preventDefault();
          }}
          onBlur={() => {
            if (ledByKeys) player.dispatch({ type: "let go" });
          }}
        />
      </div>
      {isLabelled(state) && (
        <span
          className="handle-label"
          aria-hidden="true"
          style={
            fromLeft < ROOM_FOR_LABEL
              ? { left: `${fromLeft + HALF_GRIPPER}%`, top }
              : { right: `${100 - fromLeft + HALF_GRIPPER}%`, top }
          }
        >
          {LABEL}
        </span>
      )}
    </>
  );
}

/** Both in percent of the picture's width: what the label needs on the left, and half of the gripper beside it. */
const ROOM_FOR_LABEL = 41;
const HALF_GRIPPER = 10.5;

/** It is labelled at first, and as long as no block is in the tray. */
function isLabelled({ status, recording }: PlayerState): boolean {
  if (recording === null) return status === "untouched";
  return status === "paused" && outcomeOf(recording) !== "placed";
}

const DIRECTIONS: Record<string, readonly [across: number, up: number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
};
