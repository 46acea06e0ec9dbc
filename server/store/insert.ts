import { v7 as uuid } from "uuid";

import {
  FIELDS,
  REPLY_PROMISE_HOURS,
  type DataRequirement,
} from "../../domain/data-requirement.ts";
import type { HoldReason } from "../../domain/spam.ts";
import { SELECTION } from "./columns.ts";
import { parameters, type Dialect, type SqlValue } from "./sql.ts";

/** The columns whose values `insertValues` gives, in its order. */
const INSERTED = ["id", "idempotency_key", "held_reason", ...FIELDS] as const;

/** Stores a row and returns it; for a key that is used it does nothing, and returns no row. */
export function insertStatement({ now, secondsFromNow }: Dialect): string {
  return `
    insert into data_requirements (created_at, reply_due, ${INSERTED.join(", ")})
    values (${now}, ${secondsFromNow(REPLY_PROMISE_HOURS * 3600)}, ${parameters(INSERTED)})
    on conflict (idempotency_key) do nothing
    returning ${SELECTION}`;
}

export function insertValues(
  requirement: DataRequirement,
  idempotencyKey: string | null,
  heldReason: HoldReason | null,
): SqlValue[] {
  // Ids are ordered by time, so that their index grows at its end.
  return [uuid(), idempotencyKey, heldReason, ...FIELDS.map((field) => requirement[field])];
}
