import { useRef, type KeyboardEvent, type PointerEvent, type RefObject } from "react";

import { padsOf } from "./kinematics.ts";
import { FRAME, pixel } from "./picture.ts";
import { usePlayerState, type Player, type PlayerState } from "./player.ts";
import { LONGEST, outcomeOf } from "./recording.ts";
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
  const label = labelOf(state);
  const fromLeft = (100 * (x - FRAME.left)) / FRAME.width;
  const top = `${(100 * (y - FRAME.top)) / FRAME.height}%`;
  return (
    <>
      <div className="handle-pads" style={{ left: `${fromLeft}%`, top }}>
        <button
          ref={ringOnceInView}
          type="button"
          className="handle"
          aria-label="Take the arm"
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
      {label && (
        <span
          className="handle-label"
          aria-hidden="true"
          style={
            fromLeft < ROOM_FOR_LABEL
              ? { left: `${fromLeft + HALF_GRIPPER}%`, top }
              : { right: `${100 - fromLeft + HALF_GRIPPER}%`, top }
          }
        >
          {label}
        </span>
      )}
    </>
  );
}

/** Both in percent of the picture's width: what the label needs on the left, and half of the gripper beside it. */
const ROOM_FOR_LABEL = 41;
const HALF_GRIPPER = 10.5;

/** In seconds. From then on a visitor sees how long the arm was led. */
const TIME_IS_SHORT = LONGEST - 5;

function labelOf({ status, time, recording }: PlayerState): string | null {
  if (status === "untouched") return "Take the arm";
  if (status === "recording") {
    return time < TIME_IS_SHORT ? null : `${Math.floor(time)} of ${LONGEST} s`;
  }
  const again = recording !== null && status === "paused" && outcomeOf(recording) !== "placed";
  return again ? "Take the arm" : null;
}

/** A ring shows where the handle is, once, when it comes into view. */
function ringOnceInView(handle: HTMLElement | null): (() => void) | undefined {
  if (!handle) return undefined;
  const observer = new IntersectionObserver(
    (entries) => {
      if (!entries.at(-1)?.isIntersecting) return;
      handle.dataset["seen"] = "";
      observer.disconnect();
    },
    { threshold: 1 },
  );
  observer.observe(handle);
  return () => observer.disconnect();
}

const DIRECTIONS: Record<string, readonly [across: number, up: number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
};
