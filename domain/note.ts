import { withLineFeeds } from "./line-breaks.ts";

/** Counted in UTF-16 code units, as in browsers. PostgreSQL counts code points, and no text has more of those. */
export const MAX_NOTE_LENGTH = 500;

type ReadNote = { kind: "valid"; note: string | null } | { kind: "too-long" };

export function readNote(text: string): ReadNote {
  // PostgreSQL cannot store NUL.
  const note = withLineFeeds(text).replaceAll("\0", "").trim();
  if (note.length > MAX_NOTE_LENGTH) return { kind: "too-long" };
  return { kind: "valid", note: note || null };
}
