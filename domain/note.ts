import { withLineFeeds } from "./line-breaks.ts";

/** In UTF-16 code units, as browsers count. PostgreSQL's table allows as many code points, which are never more. */
export const MAX_NOTE_LENGTH = 500;

/** The note that somebody has typed, null for none, or `undefined` for one that is too long. */
export function readNote(text: string): string | null | undefined {
  // PostgreSQL cannot store the character NUL.
  const note = withLineFeeds(text).replaceAll("\0", "").trim();
  return note.length > MAX_NOTE_LENGTH ? undefined : note || null;
}
