import type { RequestFilter } from "./request-filter.ts";

/** The requests of one list at the desk. Searches and email lists include spam. */
export type Selection =
  | { kind: "requests" }
  | { kind: "spam" }
  | { kind: "search"; text: string }
  | { kind: "email"; text: string };

export function toFilter(selection: Exclude<Selection, { kind: "search" }>): RequestFilter {
  switch (selection.kind) {
    case "requests":
      return { isSpam: false };
    case "spam":
      return { isSpam: true };
    case "email":
      return { email: selection.text };
  }
}

export type State = "waiting" | "replied" | "spam";

export const STATE_FILTERS: Record<State, RequestFilter> = {
  waiting: { isSpam: false, isReplied: false },
  replied: { isSpam: false, isReplied: true },
  spam: { isSpam: true },
};

export function stateOf(row: { replied_at: string | null; spam_reason: string | null }): State {
  if (row.spam_reason !== null) return "spam";
  return row.replied_at === null ? "waiting" : "replied";
}
