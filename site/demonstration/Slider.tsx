import { Drawing } from "../ui/drawings/Drawing.tsx";
import { CHANNELS, durationOf, phaseAt } from "./episode.ts";
import { handleKey } from "./keys.ts";
import { movePlayhead, position, usePlayerState, type Player, type PlayerState } from "./player.ts";

/** The playhead, with a native slider on the ruler. The slider's thumb is part of the playhead's drawing. */
export function Slider({ player }: { player: Player }) {
  const state = usePlayerState(player, (current) => current);
  if (state.status === "static") return null;
  const x = position(state.time, state.span);
  return (
    <>
      {state.status !== "recording" && (
        <input
          className="slider"
          type="range"
          aria-label="Time"
          aria-valuetext={describeMoment(state)}
          aria-keyshortcuts="Space K J L"
          min={0}
          max={durationOf(state.episode)}
          step={0.05}
          value={Number(state.time.toFixed(2))}
          autoComplete="off"
          onChange={(event) => movePlayhead(player, event.currentTarget.valueAsNumber)}
          onKeyDown={(event) => handleKey(event, player)}
        />
      )}
      <Drawing className="slider-playhead drawing-path">
        <line x1={x} x2={x} y2="100%" />
        <circle className="slider-focus" cx={x} cy="100%" r="0.8125rem" />
        <circle cx={x} cy="100%" r="0.4375rem" />
      </Drawing>
    </>
  );
}

const UNITS = { deg: "degrees", mm: "millimetres" };

function describeMoment({ episode, time, sample }: PlayerState): string {
  const read = CHANNELS.flatMap(({ name, unit }, channel) =>
    name === "elbow" || name === "gripper"
      ? `${name} ${Math.round(sample[channel] ?? 0)} ${UNITS[unit]}`
      : [],
  );
  return `${time.toFixed(1)} seconds, ${phaseAt(episode, time)}: ${read.join(", ")}`;
}
