export const DESK_ACTION = {
  replied: "replied",
  unreplied: "unreplied",
  spam: "spam",
  notSpam: "not-spam",
  note: "note",
  erase: "erase",
} as const;

/** Actions on all requests of a list. */
export const LIST_ACTION = { spam: "spam-all", erase: "erase-all" } as const;
export type ListAction = keyof typeof LIST_ACTION;

export const DESK_FIELD = {
  action: "action",
  note: "note",
  readAt: "read_at",
  query: "query",
  count: "count",
  confirmed: "confirmed",
} as const;

/** Maximum length of a note, in UTF-16 code units like `maxlength`. */
export const MAX_NOTE = 500;
