import { useRef, type ReactNode, type Ref } from "react";

import { Icon } from "../ui/Icon.tsx";
import { useHydrated } from "../ui/use-hydrated.ts";
import { isRecorded, usePlayerState, type Player } from "./player.ts";

type Props = { player: Player; children: ReactNode };

/** The controls appear with hydration, and are inert while the visitor is recording. */
export function Controls({ player, children }: Props) {
  const isRecording = usePlayerState(player, ({ kind }) => kind === "recording");
  const isHydrated = useHydrated();
  const recorded = usePlayerState(player, isRecorded);
  const play = useRef<HTMLButtonElement>(null);
  return (
    <div className="screen-only controls" inert={isRecording}>
      {isHydrated && <PlayButton ref={play} player={player} />}
      {recorded && (
        <button
          type="button"
          className="controls-button pressable"
          onClick={() => {
            player.dispatch({ type: "show example" });
            // Moves focus, because it would be lost when this button disappears.
            play.current?.focus();
          }}
        >
          Back to the example
        </button>
      )}
      {isHydrated && <div className="controls-request">{children}</div>}
    </div>
  );
}

function PlayButton({ player, ref }: { player: Player; ref: Ref<HTMLButtonElement> }) {
  const playing = usePlayerState(
    player,
    (state) => state.kind === "replaying" && state.status === "playing",
  );
  const label = playing ? "Pause" : "Play";
  return (
    <button
      ref={ref}
      type="button"
      className="controls-button pressable"
      aria-label={label}
      onClick={() => player.dispatch({ type: playing ? "pause" : "play" })}
    >
      <Icon name={playing ? "pause" : "play"} />
      <span className="controls-label">{label}</span>
    </button>
  );
}
