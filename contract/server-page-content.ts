import type { Detail } from "../domain/requirement-text.ts";

/** What a page shows that our server itself responds with; `site/pages/ServerPage.tsx` renders it. */
export type ServerPageContent =
  | { kind: "stored"; reference: string; replyDue: string }
  | { kind: "not-stored"; title: string; problems: string[]; advice: string }
  | RequestListContent
  | RequestDetailsContent
  /** A page of the desk cannot be shown. */
  | { kind: "failed"; title: string; advice: string };

export type RequestListContent = {
  kind: "list";
  isSpam: boolean;
  search: string;
  timeZone: string;
  /** How many requests are taken for spam, without the probe's. */
  spamCount: number;
  entries: ListEntry[];
  /** What fails, one sentence for each channel. */
  failures: string[];
  previous: string | null;
  next: string | null;
};

export type ListEntry = {
  link: string;
  reference: string;
  storedAt: string;
  from: string;
  state: string;
  isOverdue: boolean;
  note: string;
};

/** `replyLink` writes a mail to the visitor. */
export type RequestDetailsContent = {
  kind: "request";
  from: string;
  details: Detail[];
  replyLink: string;
  isReplied: boolean;
  isSpam: boolean;
  note: NoteContent;
};

export type NoteContent = {
  text: string;
  /** When the note was saved that had been read; empty if there was none. Any other note is not overwritten. */
  readAt: string;
  /** Who has saved it, and when. */
  saved: string | null;
  /** What somebody else has saved while this one was written. */
  other: string | null;
};
