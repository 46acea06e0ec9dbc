import { withLineFeeds } from "./line-breaks.ts";

/** In UTF-16 code units, as browsers count. PostgreSQL's table allows as many code points, which are never more. */
export const MAX_NOTE_LENGTH = 500;

/** Null is no note. */
type ReadNote = { kind: "valid"; note: string | null } | { kind: "too-long" };

export function readNote(text: string): ReadNote {
  // PostgreSQL cannot store the character NUL.
  const note = withLineFeeds(text).replaceAll("\0", "").trim();
  if (note.length > MAX_NOTE_LENGTH) return { kind: "too-long" };
  return { kind: "valid", note: note || null };
}
