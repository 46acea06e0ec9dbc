import type { FailingChannel } from "../domain/channels.ts";
import type { RequestRow } from "../domain/request-row.ts";
import type { ListAction } from "./desk-form.ts";
import type { DeskQuery } from "./desk-links.ts";

/** Contents of the server's own pages; `site/pages/ServerPage.tsx` renders them. */
export type ServerPageContent =
  | { kind: "stored"; reference: string }
  | { kind: "not-stored"; title: string; problems: string[]; advice: string }
  | RequestListContent
  | ConfirmationContent
  | RequestDetailsContent
  | { kind: "failed"; title: string; advice: string };

/** `now` is in milliseconds since 1970. */
type Time = { now: number; timeZone: string };

export type RequestListContent = Time & {
  kind: "list";
  query: DeskQuery;
  groups: RequestGroup[];
  spamCount: number;
  /** Changes of all requests in the list, and how many they would change. */
  changes: { action: ListAction; count: number }[];
  /** The change from which the colleague comes. */
  done: ListChangeResult | null;
  failing: FailingChannel[];
  hasMore: boolean;
};

/** `left` counts requests that arrived, were changed or were erased after the list had been read. */
export type ListChangeResult = { action: ListAction; changed: number; left: number };

/** `count` includes the requests on other pages. `page` is the page on which the group begins. */
export type RequestGroup = {
  kind: "waiting" | "suspected" | "replied" | "found" | "handled" | "others";
  count: number;
  rows: RequestRow[];
  page: number;
};

export type ConfirmationContent = Time & {
  kind: "confirmation";
  action: ListAction;
  count: number;
  query: DeskQuery;
  groups: RequestGroup[];
};

export type RequestDetailsContent = Time & {
  kind: "request";
  row: RequestRow;
  /** The number of requests from this email. */
  sameEmail: number;
  /** The colleague's note, if it is not saved because another was saved meanwhile. */
  unsavedNote: string | null;
};
