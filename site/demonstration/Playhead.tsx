import { Drawing } from "../ui/drawings/Drawing.tsx";
import { useHydrated } from "../ui/use-hydrated.ts";
import { percentAt, phaseAt, secondsShown } from "./episode.ts";
import { episodeOf, timeOf, usePlayerState, type Player } from "./player.ts";

export function Playhead({ player }: { player: Player }) {
  const state = usePlayerState(player, (current) => current);
  if (!useHydrated()) return null;
  const [episode, time] = [episodeOf(state), timeOf(state)];
  const x = percentAt(time, episode);
  return (
    <>
      {state.kind === "replaying" && (
        <input
          className="playhead-slider"
          type="range"
          aria-label="Time"
          aria-valuetext={`${time.toFixed(1)} seconds, ${phaseAt(episode, time)}`}
          min={0}
          max={secondsShown(episode)}
          step={0.05}
          value={Number(time.toFixed(2))}
          autoComplete="off"
          onChange={({ currentTarget }) =>
            player.dispatch({ type: "seek", time: currentTarget.valueAsNumber })
          }
        />
      )}
      <Drawing className="screen-only playhead drawing-path">
        <line x1={x} x2={x} y2="100%" />
        <circle className="playhead-focus" cx={x} cy="100%" r="0.8125rem" />
        <circle cx={x} cy="100%" r="0.4375rem" />
      </Drawing>
    </>
  );
}
