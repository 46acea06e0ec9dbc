import { withLineFeeds } from "./line-breaks.ts";

/** In UTF-16 code units, as browsers count. PostgreSQL's table allows as many code points, which are never more. */
export const MAX_NOTE_LENGTH = 500;

export type Note = string | null;

/** The note that somebody has typed, or `undefined` for one that is too long. */
export function readNote(text: string): Note | undefined {
  // PostgreSQL cannot store the character NUL.
  const note = withLineFeeds(text).replaceAll("\0", "").trim();
  return note.length > MAX_NOTE_LENGTH ? undefined : note || null;
}
