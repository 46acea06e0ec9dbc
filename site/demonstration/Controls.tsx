import { useRef, type ReactNode } from "react";

import { Icon } from "../ui/Icon.tsx";
import { CSV_FILE, toCsv } from "./episode.ts";
import { usePlayerState, type Player } from "./player.ts";

type Props = { player: Player; children: ReactNode };

/** Inert while a recording is made. */
export function Controls({ player, children }: Props) {
  const status = usePlayerState(player, (state) => state.status);
  const recorded = usePlayerState(player, ({ recording }) => recording !== null);
  const episode = usePlayerState(player, (state) => state.episode);
  const download = useRef<HTMLAnchorElement>(null);
  return (
    <div className="controls" inert={status === "recording"}>
      {status !== "static" && <PlayButton player={player} />}
      {recorded && (
        <button
          type="button"
          className="controls-button pressable"
          onClick={() => {
            player.dispatch({ type: "show example" });
            // The button disappears: focus must not be lost with it.
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
  const playing = usePlayerState(player, ({ status }) => status === "playing");
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
