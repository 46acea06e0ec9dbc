import type { Detail } from "../domain/requirement-text.ts";

/** Contents of the server's own pages; `site/pages/ServerPage.tsx` renders them. */
export type ServerPageContent =
  | { kind: "stored"; reference: string; replyDue: string }
  | { kind: "not-stored"; title: string; problems: string[]; advice: string }
  | RequestListContent
  | RequestDetailsContent
  | { kind: "failed"; title: string; advice: string };

export type RequestListContent = {
  kind: "list";
  selection: { kind: "requests" | "spam" } | { kind: "search" | "email"; text: string };
  query: string;
  timeZone: string;
  spamCount: number;
  groups: ListGroup[];
  failures: string[];
  previous: string | null;
  next: string | null;
};

/** `count` includes the entries on other pages. */
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

export type RequestDetailsContent = {
  kind: "request";
  from: string;
  details: Detail[];
  mailtoLink: string;
  isReplied: boolean;
  isSpam: boolean;
  sameEmail: { count: number; link: string };
  note: NoteContent;
};

export type NoteContent = {
  text: string;
  /** `noted_at` at page load, or empty if no note was saved. Prevents overwriting a note that was saved later. */
  readAt: string;
  /** "Saved by Ada, Wed, 25 Nov 2026, 14:30 CET" */
  saved: string | null;
  conflicting: string | null;
};
