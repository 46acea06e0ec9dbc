import { MAX_NOTE_LENGTH } from "../../../domain/note.ts";

const NOTE_TOO_LONG = {
  title: "The note is too long",
  advice: `Go back and shorten it to ${MAX_NOTE_LENGTH} characters.`,
};

type ErrorText = { title: string; advice: string };

const UNREADABLE: ErrorText = {
  title: "The desk could not read this",
  advice: "Open the desk again and repeat the change there.",
};

export const DESK_ERRORS: { [status: number]: ErrorText; other: ErrorText } = {
  400: UNREADABLE,
  401: {
    title: "The desk needs the password",
    advice: "Try again with any name and the desk's password.",
  },
  403: {
    title: "This was not sent from the desk",
    advice: "Open the request at the desk and click the button there.",
  },
  // Only a long note can make a post too large.
  413: NOTE_TOO_LONG,
  415: UNREADABLE,
  422: NOTE_TOO_LONG,
  429: {
    title: "Too many wrong passwords from your network",
    advice: "Try again in a minute.",
  },
  other: {
    title: "The desk is unavailable",
    advice: "Try again in a minute. If that does not help, the server's log has the reason.",
  },
};
