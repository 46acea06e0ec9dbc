export const DESK_ACTION = {
  replied: "replied",
  unreplied: "unreplied",
  spam: "spam",
  notSpam: "not-spam",
  note: "note",
  erase: "erase",
} as const;

export const DESK_FIELD = {
  action: "action",
  note: "note",
  readAt: "read_at",
  /** The query of the list that a button is on. */
  list: "list",
  countedAt: "counted_at",
  counted: "counted",
} as const;

export const DESK_QUERY = { search: "q", spam: "spam", email: "email", page: "page" } as const;

/** The value of the parameter `spam` with which the list shows spam only. */
export const SPAM_ONLY = "1";
