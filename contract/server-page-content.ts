import type { Detail } from "../domain/texts/requirement-text.ts";

/**
 * What a page shows that our server itself responds with. The routes make it, and `server/http/server-page.ts` sends
 * the page; the component `site/pages/ServerPage.tsx` renders it, with `site/styles/server-pages.css`.
 */
export type ServerPageContent =
  /** A form posted without script was stored. */
  | { kind: "sent"; reference: string; replyDue: string }
  /** It was not stored: what to correct, or why. */
  | { kind: "unsent"; title: string; problems: string[]; advice: string }
  | RequestListContent
  | RequestDetailsContent
  /** A page of the desk cannot be shown. */
  | { kind: "failed"; title: string; advice: string };

/** A page of the list, or of what a search has found in it. */
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
  /** Links to the pages beside this one; null where there is none. */
  previous: string | null;
  next: string | null;
};

/** What a list says about a request, and the link that opens it. */
export type ListEntry = {
  link: string;
  /** Or the id, where another request has the same reference. */
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

export type NoteContent = {
  /** What stands in its field. */
  text: string;
  /** When the note had been saved that was read; empty if there was none. A change of another note is rejected. */
  readAt: string;
  /** Who has saved it, and when. */
  saved: string | null;
  /** What somebody else has saved while this one was written. */
  other: string | null;
};
