import { useState, type ReactNode } from "react";

import { Controls } from "./Controls.tsx";
import { requestFor, sizeOf } from "./episode.ts";
import { Lanes } from "./Lanes.tsx";
import { createPlayer, isPlaced, usePlayerState, type Player, type PlayerState } from "./player.ts";
import { MAX_SECONDS, outcomeOf, type Recording } from "./recording.ts";
import { Scene } from "./Scene.tsx";

type DemonstrationProps = {
  /** Shown after the visitor places the block. */
  renderRequest: (dataType: string, variant: "action" | "quiet") => ReactNode;
};

/** Without JavaScript: complete, but static. */
export function Demonstration({ renderRequest }: DemonstrationProps) {
  const [player] = useState(createPlayer);
  const recorded = usePlayerState(player, ({ recording }) => recording !== null);
  const placed = usePlayerState(player, isPlaced);
  const dataType = usePlayerState(player, ({ episode }) => requestFor(episode));
  return (
    <div
      className="demonstration"
      role="group"
      aria-label={recorded ? "Your demonstration" : "Example of a demonstration"}
    >
      <Caption player={player} />
      <Scene player={player} />
      <Lanes player={player} />
      <Controls player={player}>{renderRequest(dataType, placed ? "action" : "quiet")}</Controls>
    </div>
  );
}

function Caption({ player }: { player: Player }) {
  const caption = usePlayerState(player, captionOf);
  return (
    <p className="demonstration-caption" role="status">
      {/* Breaks between sentences if it does not fit on one line. */}
      {caption.split(/(?<=\.) /).map((sentence) => (
        <span key={sentence}>{sentence} </span>
      ))}
    </p>
  );
}

function captionOf({ status, recording }: PlayerState): string {
  if (status === "static") return "This one is simulated.";
  if (!recording) return "This one is simulated. Take the arm and record your own.";
  if (status !== "recording") return resultOf(recording);
  return recording.simulation.inputMode === "keys"
    ? "Recording. Arrow keys move the arm, Shift moves it farther. Space grips, Escape lets go."
    : "Recording. Lead the block to the tray.";
}

function resultOf(recording: Recording): string {
  const timeIsUp = recording.letGoBy === "limit" ? `The arm let go after ${MAX_SECONDS} s. ` : "";
  switch (outcomeOf(recording)) {
    case "placed":
      return `That was one: ${sizeOf(recording.episode)}. How many do you need?`;
    case "missed":
      return `${timeIsUp}Missed the tray. Take the arm again.`;
    case "untouched":
      return `${timeIsUp}The block has not moved. Take the arm again.`;
  }
}
