import { useState } from "react";

import { useHydrated } from "../ui/use-hydrated.ts";
import { Controls } from "./Controls.tsx";
import { durationOf, requestFor, sizeOf } from "./episode.ts";
import { Lanes } from "./Lanes.tsx";
import {
  createPlayer,
  episodeOf,
  isPlaced,
  isRecorded,
  usePlayerState,
  type Player,
  type PlayerState,
} from "./player.ts";
import { MAX_SECONDS } from "./recording.ts";
import { RequestLikeThis } from "./RequestLikeThis.tsx";
import { Scene } from "./Scene.tsx";

/** Without JavaScript, shows the whole example as a still image, without controls. */
export function Demonstration() {
  const [player] = useState(createPlayer);
  const recorded = usePlayerState(player, isRecorded);
  const placed = usePlayerState(player, isPlaced);
  const dataType = usePlayerState(player, (state) => requestFor(episodeOf(state)));
  return (
    <div
      className="demonstration"
      role="group"
      aria-label={recorded ? "Your demonstration" : "Example of a demonstration"}
    >
      <Caption player={player} />
      <Scene player={player} />
      <Lanes player={player} />
      <Controls player={player}>
        {/* Becomes a call to action when the visitor has placed the block. */}
        <RequestLikeThis dataType={dataType} variant={placed ? "action" : "quiet"} />
      </Controls>
    </div>
  );
}

function Caption({ player }: { player: Player }) {
  const live = usePlayerState(player, captionOf);
  const caption = useHydrated() ? live : "This one is simulated.";
  return (
    <p className="demonstration-caption" role="status">
      {/* If the caption does not fit on one line, it breaks between sentences. */}
      {caption.split(/(?<=\.) /).map((sentence, index) => (
        <span key={sentence} className={index > 0 ? "screen-only" : undefined}>
          {sentence}{" "}
        </span>
      ))}
    </p>
  );
}

function captionOf(state: PlayerState): string {
  if (state.kind === "recording") {
    return state.recording.inputMode === "keys"
      ? "Recording. Arrow keys move the arm, Enter lets go."
      : "Recording. Lead the block to the tray.";
  }
  const { outcome, episode } = state;
  const timeIsUp =
    durationOf(episode) > MAX_SECONDS ? `The arm lets go after ${MAX_SECONDS} s. ` : "";
  switch (outcome) {
    case null:
      return "This one is simulated. Take the arm and record your own.";
    case "placed":
      return `That was one: ${sizeOf(episode)}. How many do you need?`;
    case "missed":
      return `${timeIsUp}Missed the tray. Take the arm again.`;
    case "untouched":
      return `${timeIsUp}The block has not moved. Take the arm again.`;
  }
}
