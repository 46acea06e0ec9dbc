import { useRef, type KeyboardEvent, type PointerEvent } from "react";

import type { Point } from "./arm.ts";
import { FRAME, project, toPercent, unproject, type ImagePoint } from "./camera.ts";
import { durationOf } from "./episode.ts";
import { sampleOf, usePlayerState, type Player, type PlayerState } from "./player.ts";
import { EXAMPLE } from "./recording.ts";

type Props = { player: Player };

/** Covers the gripper. Its label is beside the gripper, and is hidden while it would cover the block or the tray. */
export function Handle({ player }: Props) {
  const state = usePlayerState(player, (current) => current);
  const pointerHandlers = useDrag(player);
  const isRecording = state.status === "recording";
  const isControlledByKeys = isRecording && state.by === "keys";
  return (
    <button
      type="button"
      className="screen-only handle"
      style={toPercent(project(sampleOf(state).pads))}
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
    >
      {isAtHome(state) && (
        <span
          className={`handle-label ${state.episode === EXAMPLE ? "handle-label-first" : ""}`.trimEnd()}
        >
          <svg viewBox="0 0 16 16" aria-hidden="true">
            <path d="M8 1v14M1 8h14M5.5 3.5 8 1l2.5 2.5M5.5 12.5 8 15l2.5-2.5M3.5 5.5 1 8l2.5 2.5M12.5 5.5 15 8l-2.5 2.5" />
          </svg>
          Take the arm
        </span>
      )}
    </button>
  );
}

function isAtHome({ status, episode, time }: PlayerState): boolean {
  return status === "paused" && (time === durationOf(episode) || time === 0);
}

const RELEASE = { type: "release" } as const;

/** `client` is the pointer's position at pointerdown, and `pads` the pads' in the image. */
type Press = { client: ImagePoint; pads: ImagePoint; metresPerPixel: number; isDrag: boolean };

/** Larger than hand tremor, so that a mere press does not start a drag. */
const DRAG_THRESHOLD_PX = 3;

function useDrag(player: Player) {
  const pressed = useRef<Press>(null);

  const press = (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0 || !event.isPrimary) return;
    const { currentTarget, pointerId, clientX, clientY } = event;
    currentTarget.setPointerCapture(pointerId);
    pressed.current = {
      client: [clientX, clientY],
      pads: project(sampleOf(player.get()).pads),
      metresPerPixel: FRAME.width / (currentTarget.parentElement?.clientWidth ?? 1),
      isDrag: false,
    };
  };

  const move = ({ isPrimary, clientX, clientY }: PointerEvent) => {
    const from = pressed.current;
    if (!from || !isPrimary) return;
    const [dx, dy] = [clientX - from.client[0], clientY - from.client[1]];
    if (!from.isDrag) {
      if (Math.hypot(dx, dy) <= DRAG_THRESHOLD_PX) return;
      from.isDrag = true;
      player.dispatch({ type: "grab", by: "pointer" });
    }
    const { pads, metresPerPixel } = from;
    const to = unproject([pads[0] + dx * metresPerPixel, pads[1] + dy * metresPerPixel]);
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

const STEPS: Record<string, Point> = {
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
