/** What the buttons of a request's page do: the values of the field `action`. */
export const DESK_ACTION = {
  replied: "replied",
  unreplied: "unreplied",
  spam: "spam",
  notSpam: "not-spam",
  note: "note",
  erase: "erase",
} as const;

/** The names of the fields that a request's page posts. */
export const DESK_FIELD = { action: "action", note: "note", readAt: "read_at" } as const;

/** The names of the list's query parameters. */
export const DESK_QUERY = { search: "q", spam: "spam", page: "page" } as const;

/** The value of the parameter `spam` with which the list shows spam only. */
export const SPAM_ONLY = "1";
