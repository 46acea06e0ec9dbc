import { useRef, useSyncExternalStore } from "react";

import { EXAMPLE } from "../assets/demonstration.ts";
import { Icon } from "../ui/Icon.tsx";
import { MOTION_ALLOWED } from "../ui/media.ts";
import { handleKey, toggle } from "./keys.ts";
import { show, usePlayerState, type Player } from "./player.ts";

/** Plays what is shown, and leads from a recording back to the example. */
export function PlayerControls({ player }: { player: Player }) {
  const status = usePlayerState(player, (state) => state.status);
  const isExample = usePlayerState(player, ({ episode }) => episode === EXAMPLE);
  const motionAllowed = useMotionAllowed();
  const playButton = useRef<HTMLButtonElement>(null);
  return (
    <div className="player-controls">
      {(status === "untouched" || status === "paused" || status === "playing") && (
        <button
          ref={playButton}
          type="button"
          className="player-controls-button"
          onClick={() => toggle(player)}
          onKeyDown={(event) => handleKey(event, player)}
        >
          <Icon name={status === "playing" ? "pause" : "play"} />
          {status === "playing" ? "Pause" : motionAllowed ? "Play" : "Play next phase"}
        </button>
      )}
      {!isExample && status !== "recording" && (
        <button
          type="button"
          className="player-controls-button"
          onClick={() => {
            show(player, EXAMPLE);
            // This button disappears, and would take the focus along.
            playButton.current?.focus();
          }}
        >
          Back to the example
        </button>
      )}
    </div>
  );
}

function useMotionAllowed(): boolean {
  return useSyncExternalStore(
    (listener) => {
      const media = matchMedia(MOTION_ALLOWED);
      media.addEventListener("change", listener);
      return () => media.removeEventListener("change", listener);
    },
    () => matchMedia(MOTION_ALLOWED).matches,
    () => true,
  );
}
