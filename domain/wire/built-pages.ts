import type { Draft, Problem } from "../data-requirement.ts";
import type { Explanation } from "../texts/messages.ts";
import type { Detail } from "../texts/requirement-text.ts";

/**
 * What `build/pages.js` exports, which nothing checks: the same version must have built it. The build compiles
 * it from `site/prerender/pages.tsx` and runs it to render the static pages; the server runs it to respond to
 * forms sent without script and to the provider's links.
 */
export type BuiltPages = {
  /** What goes into the head and body of a shell, `index.html` or `404.html`. */
  renderPage: (shell: string) => Promise<{ head: string; body: string }>;
  /**
   * A whole page that our server responds with: to a form posted without script, or to a link. `shell` is the built
   * `build/shell.html`: the landing page's document without its contents.
   */
  renderRequestPage: (content: RequestPageContent, shell: string) => Promise<string>;
};

export type RequestPageContent =
  /** A form posted without script was stored. */
  | ({ kind: "sent" } & Confirmation)
  /** It was not stored, and is shown again. */
  | ({ kind: "unsent" } & UnsentContent)
  /** The provider opened the link of a request. */
  | ({ kind: "stored" } & RequestDetailsContent)
  /** The provider opened the list of requests. */
  | ({ kind: "listed" } & RequestListContent)
  /** The provider's link cannot be followed now. */
  | ({ kind: "failed" } & Explanation);

/**
 * What a visitor keeps of a request that was stored. `reference` is null if the response had no row, or was
 * lost; `createdAt`, in ISO 8601, if the time is not known.
 */
export type Confirmation = { reference: string | null; createdAt: string | null };

/** The input of a request that was not stored, and what to correct. */
export type UnsentContent = { draft: Draft; problems: Problem[]; failure: Explanation | null };

/** A stored request: who sent it, everything about it, the provider's note, and the `mailto:` address of a reply. */
export type RequestDetailsContent = {
  from: string;
  details: Detail[];
  isReplied: boolean;
  isHeld: boolean;
  note: string;
  notedAt: string | null;
  replyByMail: string;
};

/**
 * The list, or what a search found in it. `linkKey` is the key of its link, which a search needs, too; `heldCount` is
 * null after a search, which counts nothing.
 */
export type RequestListContent = {
  linkKey: string;
  search: string;
  timeZone: string;
  accepted: ListedPage;
  held: ListedPage;
  heldCount: number | null;
};

/** For how many days the list has what needs no reply any more, and what is held. */
export const LISTED_DAYS = 31;

/** Some rows of a list, and where the next ones are. */
export type ListedPage = { entries: ListedEntry[]; older: string | null };

/** What a list says about a request, and the link that opens it. */
export type ListedEntry = {
  link: string;
  reference: string;
  received: string;
  from: string;
  state: string;
  isOverdue: boolean;
  note: string;
};
