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
  list: "list",
} as const;

/** Maximum length of a note, in UTF-16 code units like `maxlength`. */
export const MAX_NOTE = 500;

export const DESK_QUERY = { search: "q", spam: "spam", email: "email", page: "page" } as const;

export const SPAM_ONLY = "1";
