import type { RequestFilter } from "./request-filter.ts";

/** The requests of one list at the desk. Searches and email lists include spam. */
export type Selection =
  | { kind: "requests" }
  | { kind: "spam" }
  | { kind: "search"; text: string }
  | { kind: "email"; text: string };

/** Returns what SQL can check of a selection. For a search, that is nothing. */
export function toFilter(selection: Selection): RequestFilter {
  switch (selection.kind) {
    case "requests":
      return { isSpam: false };
    case "spam":
      return { isSpam: true };
    case "search":
      return {};
    case "email":
      return { email: selection.text };
  }
}

export const STATES = ["waiting", "replied", "spam"] as const;
export type State = (typeof STATES)[number];

export const STATE_FILTERS: Record<State, RequestFilter> = {
  waiting: { isSpam: false, isReplied: false },
  replied: { isSpam: false, isReplied: true },
  spam: { isSpam: true },
};

export function stateOf(row: { replied_at: string | null; spam_reason: string | null }): State {
  if (row.spam_reason !== null) return "spam";
  return row.replied_at === null ? "waiting" : "replied";
}

export type Matches = Record<State, string[]>;

export function countMatches(matches: Matches): number {
  return STATES.reduce((sum, state) => sum + matches[state].length, 0);
}
