import type { Detail } from "../domain/texts/requirement-text.ts";

/** What a page shows that our server responds with: `site/pages/ServerPage.tsx` renders it. */
export type ServerPageContent =
  /** A form posted without script was stored. */
  | { kind: "sent"; reference: string; replyDue: string }
  /** It was not stored: what to correct, or why. */
  | { kind: "unsent"; title: string; problems: string[]; advice: string }
  | RequestListContent
  | RequestDetailsContent
  /** A page of the desk cannot be shown. */
  | { kind: "failed"; title: string; advice: string };

/** A page of the list, or of what a search has found in it. Links are null where there is no such page. */
export type RequestListContent = {
  kind: "list";
  isSpam: boolean;
  search: string;
  timeZone: string;
  /** How many requests are taken for spam. */
  spamCount: number;
  entries: ListEntry[];
  newer: string | null;
  older: string | null;
};

/** What a list says about a request, and the link that opens it. */
export type ListEntry = {
  link: string;
  reference: string;
  received: string;
  from: string;
  state: string;
  isOverdue: boolean;
  note: string;
};

/** A stored request. `replyLink` writes a mail to the visitor. */
export type RequestDetailsContent = {
  kind: "request";
  from: string;
  details: Detail[];
  replyLink: string;
  isReplied: boolean;
  isSpam: boolean;
  note: NoteContent;
};

/**
 * The note as it stands in its field. `readAt` is when what was read had been saved, or empty. `other` is what
 * somebody else has saved while this one was written.
 */
export type NoteContent = {
  text: string;
  readAt: string;
  saved: string | null;
  other: string | null;
};
