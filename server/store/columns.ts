import { FIELDS } from "../../domain/data-requirement.ts";
import type { StoredRequest } from "./store.ts";

export type Column = keyof StoredRequest;

/** The columns of data_requirements that can be read back, in the table's order. */
export const COLUMNS = [
  "id",
  "created_at",
  ...FIELDS,
  "idempotency_key",
  "reply_due",
  "replied_at",
  "replied_via",
] as const satisfies readonly Column[];

/** What `select` and `returning` name to read a `StoredRequest`. */
export const SELECTION = COLUMNS.join(", ");

/** Maximum length of an idempotency key, in characters; PostgreSQL's table enforces it too. */
export const MAX_KEY_LENGTH = 100;
