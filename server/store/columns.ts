import { FIELDS } from "../../domain/data-requirement.ts";
import type { ListedRequest, StoredRequest } from "./store.ts";

/** The columns of data_requirements that an insert gives back. */
export const COLUMNS = [
  "id",
  "created_at",
  ...FIELDS,
  "idempotency_key",
  "reply_due",
  "replied_at",
  "replied_via",
] as const satisfies readonly (keyof StoredRequest)[];

/** The columns that are only the provider's. Exports have them at their end, new ones last. */
export const PROVIDER_COLUMNS = [
  "held_reason",
  "note",
  "noted_at",
] as const satisfies readonly (keyof ListedRequest)[];

/** What `select` and `returning` name to read a `StoredRequest`. */
export const SELECTION = COLUMNS.join(", ");

/** Maximum length of an idempotency key, in characters; PostgreSQL's table enforces it too. */
export const MAX_KEY_LENGTH = 100;
