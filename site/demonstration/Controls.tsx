import { useRef, type ReactNode } from "react";

import { Icon } from "../ui/Icon.tsx";
import { useHydrated } from "../ui/use-hydrated.ts";
import { CSV_FILE, toCsv } from "./episode.ts";
import { episodeOf, isRecorded, usePlayerState, type Player } from "./player.ts";

type Props = { player: Player; children: ReactNode };

/** The controls are inert while the visitor is recording. */
export function Controls({ player, children }: Props) {
  const isRecording = usePlayerState(player, ({ kind }) => kind === "recording");
  const isHydrated = useHydrated();
  const recorded = usePlayerState(player, isRecorded);
  const episode = usePlayerState(player, episodeOf);
  const download = useRef<HTMLAnchorElement>(null);
  return (
    <div className="controls" inert={isRecording}>
      {isHydrated && <PlayButton player={player} />}
      {recorded && (
        <button
          type="button"
          className="controls-button pressable"
          onClick={() => {
            player.dispatch({ type: "show example" });
            // Moves focus, because it would be lost when this button disappears.
            download.current?.focus();
          }}
        >
          Back to the example
        </button>
      )}
      <a
        ref={download}
        className="controls-download"
        href={
          recorded
            ? `data:text/csv;charset=utf-8,${encodeURIComponent(toCsv(episode))}`
            : `/${CSV_FILE}`
        }
        download={recorded ? "my-demonstration.csv" : CSV_FILE}
      >
        Download CSV
      </a>
      <div className="controls-request">{children}</div>
    </div>
  );
}

function PlayButton({ player }: { player: Player }) {
  const playing = usePlayerState(
    player,
    (state) => state.kind === "replaying" && state.status === "playing",
  );
  const label = playing ? "Pause" : "Play";
  return (
    <button
      type="button"
      className="controls-button controls-play pressable"
      aria-label={label}
      onClick={() => player.dispatch({ type: playing ? "pause" : "play" })}
    >
      <Icon name={playing ? "pause" : "play"} />
      <span className="controls-label">{label}</span>
    </button>
  );
}
