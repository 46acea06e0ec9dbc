import { useEffect, useRef, useState, type ReactNode, type RefObject } from "react";

import { EXAMPLE } from "../assets/demonstration.ts";
import { onDialogToggle } from "../ui/dialog-toggle.ts";
import { Camera, VIEW_ID } from "./Camera.tsx";
import { describe, sizeOf } from "./episode.ts";
import { File } from "./File.tsx";
import { Lanes } from "./Lanes.tsx";
import { createPlayer, pause, usePlayerState, type Player } from "./player.ts";
import { PlayerControls } from "./PlayerControls.tsx";

/**
 * One demonstration as an instrument would log it: the example, until a visitor leads the arm and records
 * another. Without script it is complete but does not move. What can be requested is described to `children`.
 */
export function Demonstration({ children }: { children: (description: string) => ReactNode }) {
  const [player] = useState(createPlayer);
  const group = useRef<HTMLDivElement>(null);
  const episode = usePlayerState(player, (state) =>
    state.status === "recording" ? null : state.episode,
  );
  useEffect(() => pauseUnseen(player, group), [player]);
  return (
    <div
      ref={group}
      className="demonstration"
      role="group"
      aria-label={episode === EXAMPLE ? "Example of a demonstration" : "Your demonstration"}
      aria-describedby={VIEW_ID}
    >
      <p className="demonstration-caption" role="status">
        <b>{episode === EXAMPLE ? "Example" : episode ? "Your demonstration" : "Recording"}</b>
        <span>
          {episode === EXAMPLE ? "One pick and place. " : episode && `${sizeOf(episode)}. `}
          Simulated arm
        </span>
      </p>
      <Camera player={player} />
      <Lanes player={player} />
      <PlayerControls player={player} />
      <File player={player}>{children(describe(episode ?? EXAMPLE))}</File>
    </div>
  );
}

/** Nothing plays behind a dialog or out of the window. */
function pauseUnseen(player: Player, group: RefObject<HTMLElement | null>): () => void {
  const stop = () => {
    if (player.get().status === "playing") pause(player);
  };
  const window = new IntersectionObserver((entries) => {
    if (!entries.at(-1)?.isIntersecting) stop();
  });
  if (group.current) window.observe(group.current);
  const dialogs = [...document.querySelectorAll("dialog")].map((dialog) =>
    onDialogToggle(dialog, () => dialog.open && stop()),
  );
  return () => {
    window.disconnect();
    for (const forget of dialogs) forget();
  };
}
