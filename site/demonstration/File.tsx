import { Fragment, type ReactNode } from "react";

import { EXAMPLE, RATE, type Episode } from "../assets/demonstration.ts";
import { CSV_FILE, CSV_HEADER, csvRow, toCsv } from "./csv.ts";
import { usePlayerState, type Player } from "./player.ts";

/** What is shown as a file: its row at the playhead, and all of it to download. */
export function File({ player, children }: { player: Player; children: ReactNode }) {
  const episode = usePlayerState(player, (state) => state.episode);
  const recording = usePlayerState(player, ({ status }) => status === "recording");
  const index = usePlayerState(player, ({ time }) =>
    Math.min(Math.floor(time * RATE), episode.samples.length - 1),
  );
  return (
    <div className="file">
      <code className="file-row" translate="no">
        <Row fields={CSV_HEADER} />
        <Row fields={csvRow(episode, index)} />
      </code>
      {/* While it grows it is no file yet. */}
      <a
        href={recording ? undefined : fileOf(episode)}
        download={episode === EXAMPLE ? CSV_FILE : "my-demonstration.csv"}
      >
        Download CSV
      </a>
      {children}
    </div>
  );
}

function fileOf(episode: Episode): string {
  if (episode === EXAMPLE) return `/${CSV_FILE}`;
  return `data:text/csv;charset=utf-8,${encodeURIComponent(toCsv(episode))}`;
}

/** Broken only between fields. */
function Row({ fields }: { fields: string[] }) {
  return (
    <span>
      {fields.map((field, column) => (
        <Fragment key={CSV_HEADER[column]}>
          {column > 0 && (
            <>
              ,<wbr />
            </>
          )}
          {field}
        </Fragment>
      ))}
    </span>
  );
}
