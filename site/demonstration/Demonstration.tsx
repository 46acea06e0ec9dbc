import { useState } from "react";

import { Icon } from "../ui/Icon.tsx";
import { durationOf, outcomeOf, requestFor, sizeOf } from "./episode.ts";
import { useImages } from "./images.ts";
import { Lanes } from "./Lanes.tsx";
import {
  createPlayer,
  MAX_SECONDS,
  usePlayerState,
  type Player,
  type PlayerState,
} from "./player.ts";
import { EXAMPLE } from "./recording.ts";
import { RequestLikeThis } from "./RequestLikeThis.tsx";
import { Scene } from "./Scene.tsx";

/** Until its images are decoded, the demonstration shows the example as a still image, without controls. */
export function Demonstration() {
  const [player] = useState(createPlayer);
  const isLive = useImages();
  const isExample = usePlayerState(player, ({ episode }) => episode === EXAMPLE);
  return (
    <div
      className="demonstration"
      role="group"
      aria-label={isExample ? "Example of a demonstration" : "Your demonstration"}
    >
      <Scene player={player} isLive={isLive} />
      <Caption player={player} isLive={isLive} />
      <Lanes player={player} isLive={isLive} />
      {isLive ? <Controls player={player} /> : <div className="demonstration-controls" />}
    </div>
  );
}

type CaptionProps = { player: Player; isLive: boolean };

function Caption({ player, isLive }: CaptionProps) {
  const live = usePlayerState(player, captionOf);
  return (
    <p className="demonstration-caption" role="status">
      {isLive ? live : "A simulated arm picks and places a block."}
    </p>
  );
}

function captionOf({ status, episode, by }: PlayerState): string {
  if (status === "recording") {
    if (by === "keys") return "Recording. Arrow keys move the arm, Enter lets go.";
    return episode.simulation.gripper === "holding"
      ? "Recording. Carry the block to the tray, and let go."
      : "Recording. Lower the gripper over the block.";
  }
  if (episode === EXAMPLE) return "Drag this simulated arm to record a demonstration.";
  const timeIsUp =
    durationOf(episode) > MAX_SECONDS ? `The arm lets go after ${MAX_SECONDS} s. ` : "";
  switch (outcomeOf(episode)) {
    case "placed":
      return `That was one: ${sizeOf(episode)}. How many do you need?`;
    case "missed":
      return `${timeIsUp}Missed the tray. Take the arm again.`;
    case "untouched":
      return `${timeIsUp}The block has not moved. Take the arm again.`;
  }
}

/** Inert while the visitor is recording. */
function Controls({ player }: { player: Player }) {
  const status = usePlayerState(player, (state) => state.status);
  const episode = usePlayerState(player, (state) => state.episode);
  const isPlaced = episode !== EXAMPLE && outcomeOf(episode) === "placed";
  const isPlaying = status === "playing";
  return (
    <div className="screen-only demonstration-controls" inert={status === "recording"}>
      <button
        type="button"
        className="button button-quiet pressable"
        onClick={() => player.dispatch({ type: isPlaying ? "pause" : "play" })}
      >
        <Icon name={isPlaying ? "pause" : "play"} />
        {isPlaying ? "Pause" : "Play"}
      </button>
      {/* Becomes a call to action when the visitor has placed the block. */}
      <RequestLikeThis dataType={requestFor(episode)} variant={isPlaced ? "action" : "quiet"} />
    </div>
  );
}
