import type { FailingChannel } from "../domain/channels.ts";
import type { RequestState } from "../domain/request-state.ts";
import type { Detail } from "../domain/requirement-text.ts";
import type { ListAction } from "./desk-form.ts";

/** Contents of the server's own pages; `site/pages/ServerPage.tsx` renders them. */
export type ServerPageContent =
  | { kind: "stored"; reference: string }
  | { kind: "not-stored"; title: string; problems: string[]; advice: string }
  | RequestListContent
  | ConfirmationContent
  | RequestDetailsContent
  | { kind: "failed"; title: string; advice: string };

export type RequestListContent = {
  kind: "list";
  selection: Selection;
  query: string;
  timeZone: string;
  spamCount: number;
  groups: ListGroup[];
  change: ListChange | null;
  /** The list was not changed, because it is not the one that the colleague saw. */
  hasChanged: boolean;
  failing: FailingChannel[];
  previous: string | null;
  next: string | null;
};

/** The requests of one list. Searches and email lists include spam. */
export type Selection = { kind: "requests" | "spam" } | { kind: "search" | "email"; text: string };

/** A change of all requests in the list of `query`. `checksum` covers these requests and their states. */
export type ListChange = { action: ListAction; count: number; query: string; checksum: string };

export type ConfirmationContent = {
  kind: "confirmation";
  change: ListChange;
  timeZone: string;
  groups: ListGroup[];
  listLink: string;
};

/** `count` includes the entries on other pages. */
export type ListGroup = {
  kind: "waiting" | "suspected" | "replied" | "found" | "handled" | "others";
  count: number;
  entries: ListEntry[];
};

export type ListEntry = {
  link: string;
  reference: string;
  /** In ISO 8601. */
  storedAt: string;
  from: string;
  state: RequestState;
  /** One line of the request's text. */
  excerpt: string;
  note: string;
};

export type RequestDetailsContent = {
  kind: "request";
  reference: string;
  /** In ISO 8601. */
  storedAt: string;
  timeZone: string;
  from: string;
  state: RequestState;
  details: Detail[];
  mailtoLink: string;
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
