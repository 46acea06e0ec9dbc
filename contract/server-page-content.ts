import type { Detail } from "../domain/requirement-text.ts";

/** What a page shows that our server itself responds with; `site/pages/ServerPage.tsx` renders it. */
export type ServerPageContent =
  | { kind: "stored"; reference: string; replyDue: string }
  | { kind: "not-stored"; title: string; problems: string[]; advice: string }
  | RequestListContent
  | BulkConfirmation
  | BulkResult
  | RequestDetailsContent
  /** A page of the desk cannot be shown. */
  | { kind: "failed"; title: string; advice: string };

export type RequestListContent = {
  kind: "list";
  selection: { kind: "requests" | "spam" } | { kind: "search" | "email"; text: string };
  /** The query of this list and page, for its buttons. */
  query: string;
  timeZone: string;
  spamCount: number;
  groups: ListGroup[];
  bulkChanges: { action: "spam" | "erase"; count: number }[];
  /** What fails, one sentence for each channel. */
  failures: string[];
  previous: string | null;
  next: string | null;
};

/** `count` also counts what is on other pages. */
export type ListGroup = {
  kind: "waiting" | "suspected" | "replied" | "found";
  count: number;
  entries: ListEntry[];
};

export type ListEntry = {
  link: string;
  reference: string;
  storedAt: string;
  from: string;
  state: string;
  isOverdue: boolean;
  isSpam: boolean;
  note: string;
};

/** Asks before a change of many requests. */
export type BulkConfirmation = {
  kind: "confirm";
  action: "spam" | "erase";
  count: number;
  selection: RequestListContent["selection"];
  /** Requests have changed since the last confirmation, so it asks again. */
  isRepeated: boolean;
  first: ListEntry[];
  query: string;
  countedAt: number;
  /** What was counted, for the server to compare. */
  counted: string;
  back: string;
};

/** `skipped` requests were changed by others meanwhile. */
export type BulkResult = {
  kind: "changed";
  action: "spam" | "erase";
  changed: number;
  skipped: number;
};

/** `mailtoLink` writes a mail to the visitor. */
export type RequestDetailsContent = {
  kind: "request";
  from: string;
  details: Detail[];
  mailtoLink: string;
  isReplied: boolean;
  isSpam: boolean;
  /** Requests from the same email, this one included, and their list. */
  sameEmail: { count: number; link: string };
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
