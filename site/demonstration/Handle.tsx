import { useRef, type KeyboardEvent, type PointerEvent, type RefObject } from "react";

import { padsOf } from "./kinematics.ts";
import { usePlayerState, type Player, type PlayerState } from "./player.ts";
import { FRAME, pixel } from "./projection.ts";
import { MAX_SECONDS, outcomeOf } from "./recording.ts";
import { leadTo, nudge, toggleGripper } from "./simulation.ts";
import { pointAt } from "./workspace.ts";

const NAME = "Take the arm";

/** Both in percent of the picture's width: what the label needs on the left, and half of the gripper beside it. */
const ROOM_FOR_LABEL = 41;
const HALF_GRIPPER = 10.5;

type Props = { player: Player; view: RefObject<HTMLElement | null> };

/**
 * The button at the finger pads with which a visitor leads the arm, by pointer or keys, and records it. `view` is
 * the element that shows the picture.
 */
export function Handle({ player, view }: Props) {
  const state = usePlayerState(player, (current) => current);
  const pointerHandlers = useDrag(player, view);
  if (state.status === "static") return null;
  const isRecording = state.status === "recording";
  const isLedByKeys = isRecording && state.recording.simulation.ledBy === "keys";
  const [x, y] = pixel(padsOf(state.sample));
  const fromLeft = (100 * (x - FRAME.left)) / FRAME.width;
  const top = `${(100 * (y - FRAME.top)) / FRAME.height}%`;
  const label = labelOf(state);
  return (
    <>
      <div className="handle-pads" style={{ left: `${fromLeft}%`, top }}>
        <button
          ref={ringOnceInView}
          type="button"
          className="handle"
          aria-label={NAME}
          aria-pressed={isRecording}
          {...pointerHandlers}
          onClick={({ detail }) => {
            // Keys and screen readers click without a detail. A pointer has led already.
            if (detail === 0) player.dispatch(isRecording ? LET_GO : { type: "take", by: "keys" });
          }}
          onKeyDown={(event) => {
            if (isLedByKeys) leadByKey(event, player);
          }}
          onKeyUp={(event) => {
            // Firefox presses a button as Space comes up.
            if (isLedByKeys && event.key === " ") event.preventDefault();
          }}
          onBlur={() => {
            if (isLedByKeys) player.dispatch(LET_GO);
          }}
        />
      </div>
      {label !== null && (
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

const LET_GO = { type: "let go" } as const;

/** From then on the label says how long the arm has been led. */
const COUNTED_FROM_SECONDS = MAX_SECONDS - 5;

/** The handle's name, until a block is in the tray. */
function labelOf({ status, time, recording }: PlayerState): string | null {
  switch (status) {
    case "untouched":
      return NAME;
    case "recording":
      return time < COUNTED_FROM_SECONDS ? null : `${Math.floor(time)} of ${MAX_SECONDS} s`;
    case "paused":
      return recording !== null && outcomeOf(recording) !== "placed" ? NAME : null;
    case "static":
    case "playing":
      return null;
  }
}

/** A ring spreads from the handle when it first comes into view. */
function ringOnceInView(handle: HTMLElement | null): (() => void) | undefined {
  if (!handle) return undefined;
  const observer = new IntersectionObserver(
    (entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      handle.dataset["seen"] = "";
      observer.disconnect();
    },
    { threshold: 1 },
  );
  observer.observe(handle);
  return () => observer.disconnect();
}

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

/** Handlers with which a pointer that is pressed and moved leads the arm. */
function useDrag(player: Player, view: Props["view"]) {
  const pressed = useRef<Press>(null);

  const press = (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0 || !event.isPrimary) return;
    const { pointerId, clientX, clientY } = event;
    event.currentTarget.setPointerCapture(pointerId);
    const [x, y] = pixel(padsOf(player.get().sample));
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
    if (pressed.current.leads) player.dispatch(LET_GO);
    pressed.current = null;
  };

  return {
    onPointerDown: press,
    onPointerMove: move,
    onPointerUp: release,
    onPointerCancel: release,
  };
}

/** In metres: how far an arrow key leads the arm, and with Shift. */
const STEP = 0.01;
const LONG_STEP = 0.04;

const DIRECTIONS: Record<string, readonly [across: number, up: number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
};

function leadByKey(event: KeyboardEvent, player: Player): void {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const direction = DIRECTIONS[event.key];
  if (direction) {
    const metres = event.shiftKey ? LONG_STEP : STEP;
    const by = [direction[0] * metres, direction[1] * metres] as const;
    player.dispatch({ type: "lead", change: (simulation) => nudge(simulation, by) });
  } else if (event.key === " ") {
    if (!event.repeat) player.dispatch({ type: "lead", change: toggleGripper });
  } else if (event.key === "Escape") {
    player.dispatch(LET_GO);
  } else {
    return;
  }
  // The page would scroll, or the button be pressed.
  event.preventDefault();
}
