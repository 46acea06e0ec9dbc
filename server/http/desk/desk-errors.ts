import { MAX_NOTE_LENGTH } from "../../../domain/note.ts";

export const NOTE_TOO_LONG = {
  title: "The note is too long",
  advice: `Go back and shorten it to ${MAX_NOTE_LENGTH} characters.`,
};

type ErrorText = { title: string; advice: string };

export const DESK_ERRORS: { [status: number]: ErrorText; other: ErrorText } = {
  401: {
    title: "The desk needs the password",
    advice: "Try again, and enter any name and the password of the desk.",
  },
  403: {
    title: "This did not come from a page of the desk",
    advice: "Open the request at the desk and press the button there.",
  },
  // Only a long note makes a post too large.
  413: NOTE_TOO_LONG,
  429: {
    title: "Too many wrong passwords came from your network",
    advice: "Try again in a minute.",
  },
  other: {
    title: "The desk cannot be used at the moment",
    advice: "Try again in a minute. If that does not help, the server's log has the reason.",
  },
};
