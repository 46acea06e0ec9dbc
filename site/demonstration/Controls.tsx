import { useRef, useSyncExternalStore, type ReactNode, type Ref } from "react";

import { Icon } from "../ui/Icon.tsx";
import { MOTION_ALLOWED } from "../ui/media.ts";
import { CSV_FILE, toCsv } from "./episode.ts";
import { usePlayerState, type Player } from "./player.ts";

type Props = { player: Player; children: ReactNode };

/** Plays what is shown, downloads it, and leads from a recording back to the example. */
export function Controls({ player, children }: Props) {
  const status = usePlayerState(player, (state) => state.status);
  const source = usePlayerState(player, (state) => state.source);
  const episode = usePlayerState(player, (state) => state.episode);
  const playButton = useRef<HTMLButtonElement>(null);
  // Without controls the row keeps its height.
  if (status === "recording") return <div className="controls" />;
  return (
    <div className="controls">
      {status !== "static" && <PlayButton player={player} ref={playButton} />}
      {source === "visitor" && (
        <button
          type="button"
          className="controls-button"
          onClick={() => {
            player.dispatch({ type: "show example" });
            // This button disappears, and would take the focus along.
            playButton.current?.focus();
          }}
        >
          Back to the example
        </button>
      )}
      <a
        className="controls-download"
        href={
          source === "example"
            ? `/${CSV_FILE}`
            : `data:text/csv;charset=utf-8,${encodeURIComponent(toCsv(episode))}`
        }
        download={source === "example" ? CSV_FILE : "my-demonstration.csv"}
      >
        Download CSV
      </a>
      {source === "example" && children}
    </div>
  );
}

type PlayButtonProps = { player: Player; ref: Ref<HTMLButtonElement> };

/** Where motion is not wanted, it leads from phase to phase instead. */
function PlayButton({ player, ref }: PlayButtonProps) {
  const playing = usePlayerState(player, ({ status }) => status === "playing");
  const motionAllowed = useMotionAllowed();
  const [type, label] = playing
    ? (["pause", "Pause"] as const)
    : motionAllowed
      ? (["play", "Play"] as const)
      : (["next phase", "Next phase"] as const);
  return (
    <button
      ref={ref}
      type="button"
      className="controls-button"
      aria-label={label}
      onClick={() => player.dispatch({ type })}
    >
      <Icon name={playing ? "pause" : "play"} />
      <span className="controls-label">{label}</span>
    </button>
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
