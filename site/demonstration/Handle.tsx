import { useRef, type KeyboardEvent, type PointerEvent, type RefObject } from "react";

import { useHydrated } from "../ui/use-hydrated.ts";
import { padsOf } from "./kinematics.ts";
import { sampleOf, usePlayerState, type Player } from "./player.ts";
import { FRAME, pixel } from "./projection.ts";
import { pointAt, type PlanePoint } from "./workspace.ts";

/** Half the gripper's width, as a percentage of the image's width. */
const HALF_GRIPPER = 10.5;

type Props = { player: Player; view: RefObject<HTMLElement | null> };

/** `view` is the element that contains the image. */
export function Handle({ player, view }: Props) {
  const state = usePlayerState(player, (current) => current);
  const pointerHandlers = useDrag(player, view);
  if (!useHydrated()) return null;
  const isRecording = state.kind === "recording";
  const isControlledByKeys = isRecording && state.recording.inputMode === "keys";
  const [x, y] = pixel(padsOf(sampleOf(state)));
  const left = (100 * (x - FRAME.left)) / FRAME.width;
  const top = `${(100 * (y - FRAME.top)) / FRAME.height}%`;
  return (
    <>
      <button
        type="button"
        className="handle"
        style={{ left: `${left}%`, top }}
        aria-label="Take the arm"
        aria-pressed={isRecording}
        {...pointerHandlers}
        onClick={({ detail }) => {
          // Clicks by key or screen reader have a `detail` of 0. Pointers drag the arm instead.
          if (detail === 0) player.dispatch(isRecording ? RELEASE : { type: "grab", by: "keys" });
        }}
        onKeyDown={(event) => {
          if (isControlledByKeys) moveByKey(event, player);
        }}
        onBlur={() => {
          if (isControlledByKeys) player.dispatch(RELEASE);
        }}
      />
      {/* Shown only until the visitor starts, because later it would cover the block or the tray. */}
      {!isRecording && state.status === "untouched" && (
        <span
          className="screen-only handle-label"
          aria-hidden="true"
          style={{ right: `${100 - left + HALF_GRIPPER}%`, top }}
        >
          Take the arm
        </span>
      )}
    </>
  );
}

const RELEASE = { type: "release" } as const;

/**
 * `clientX` and `clientY` are the pointer's position at pointerdown. `x` and `y` are the pads' position in the image at
 * that time. `scale` is image pixels per CSS pixel.
 */
type Press = {
  clientX: number;
  clientY: number;
  x: number;
  y: number;
  scale: number;
  /** True after the pointer has moved past the drag threshold. */
  isDrag: boolean;
};

/** Larger than hand tremor, so that a mere press does not start a drag. */
const DRAG_THRESHOLD_PX = 3;

function useDrag(player: Player, view: Props["view"]) {
  const pressed = useRef<Press>(null);

  const press = (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0 || !event.isPrimary) return;
    const { clientX, clientY } = event;
    event.currentTarget.setPointerCapture(event.pointerId);
    const [x, y] = pixel(padsOf(sampleOf(player.get())));
    const scale = FRAME.width / (view.current?.clientWidth ?? FRAME.width);
    pressed.current = { clientX, clientY, x, y, scale, isDrag: false };
  };

  const move = ({ isPrimary, clientX, clientY }: PointerEvent) => {
    const from = pressed.current;
    if (!from || !isPrimary) return;
    const [dx, dy] = [clientX - from.clientX, clientY - from.clientY];
    if (!from.isDrag) {
      if (Math.hypot(dx, dy) <= DRAG_THRESHOLD_PX) return;
      from.isDrag = true;
      player.dispatch({ type: "grab", by: "pointer" });
    }
    const to = pointAt([from.x + dx * from.scale, from.y + dy * from.scale]);
    player.dispatch({ type: "drag", to });
  };

  const release = ({ isPrimary }: PointerEvent) => {
    if (!isPrimary) return;
    if (pressed.current?.isDrag) player.dispatch(RELEASE);
    pressed.current = null;
  };

  return {
    onPointerDown: press,
    onPointerMove: move,
    onPointerUp: release,
    onPointerCancel: release,
  };
}

/** In metres. */
const STEP = 0.03;

const STEPS: Record<string, PlanePoint> = {
  ArrowLeft: [-STEP, 0],
  ArrowRight: [STEP, 0],
  ArrowUp: [0, STEP],
  ArrowDown: [0, -STEP],
};

function moveByKey(event: KeyboardEvent, player: Player): void {
  const by = STEPS[event.key];
  if (!by || event.ctrlKey || event.metaKey || event.altKey) return;
  player.dispatch({ type: "nudge", by });
  // Keeps the page from scrolling.
  event.preventDefault();
}
