import type { Detail } from "../texts/requirement-text.ts";

/**
 * What `build/pages.js` exports, which nothing checks: the same version must have built it. The build compiles
 * it from `site/prerender/pages.tsx` and runs it to render the static pages; the server runs it to respond to
 * forms sent without script, and for the desk.
 */
export type BuiltPages = {
  /** What goes into the head and body of a shell, `index.html` or `404.html`. */
  renderPage: (shell: string) => Promise<{ head: string; body: string }>;
  /**
   * A whole page that our server responds with. `shell` is the built `build/shell.html`: the landing page's
   * document without its contents.
   */
  renderServerPage: (content: ServerPageContent, shell: string) => Promise<string>;
};

export type ServerPageContent =
  /** A form posted without script was stored. */
  | { kind: "sent"; reference: string; replyDue: string }
  /** It was not stored: what to correct, or why. */
  | { kind: "unsent"; title: string; problems: string[]; advice: string }
  | ({ kind: "list" } & RequestListContent)
  | ({ kind: "request" } & RequestDetailsContent)
  /** Several requests have the reference. */
  | { kind: "same-reference"; entries: ListEntry[] }
  /** A page of the desk cannot be shown. */
  | { kind: "failed"; title: string; advice: string };

/** A page of the list, or of what a search has found in it. Links are null where there is no such page. */
export type RequestListContent = {
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

/** A stored request. `replyLink` writes a mail to the visitor; `spam` is why it is taken for spam. */
export type RequestDetailsContent = {
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
