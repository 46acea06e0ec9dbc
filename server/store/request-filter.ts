import { isUuid } from "../../domain/identifiers.ts";
import { SUSPECTED_SPAM } from "../../domain/spam.ts";
import type { Database, SqlValue } from "./database.ts";
import { toTimestamp } from "./rows.ts";

/** Conditions that must all match. Ages are in milliseconds. Other times are in ISO 8601. */
export type RequestFilter = {
  id?: string;
  reference?: string;
  email?: string;
  isSpam?: boolean;
  isSuspectedSpam?: true;
  isWaiting?: true;
  /** Has a reply or a note. */
  isHandled?: boolean;
  isOverdue?: true;
  maxAge?: number;
  minAge?: number;
  storedUntil?: string;
  storedAfter?: string;
  /** Stored so early that every list read at this time has it, and neither changed nor copied since. */
  unchangedSince?: string | undefined;
  ids?: readonly string[];
};

type Condition = { sql: string; values: readonly SqlValue[] };

/** The same condition as in `stateOf`. */
export const IS_WAITING = "replied_at is null and spam_reason is null";

export function toCondition(filter: RequestFilter, database: Database): Condition {
  const { id, reference, email, isSpam, isSuspectedSpam, isWaiting, isHandled } = filter;
  const { isOverdue, maxAge, minAge, storedUntil, storedAfter, unchangedSince, ids } = filter;
  const conditions: string[] = [];
  const values: SqlValue[] = [];
  const add = (sql: string, ...given: SqlValue[]) => {
    conditions.push(sql);
    values.push(...given);
  };
  // PostgreSQL fails on a text that is no UUID, and on NUL.
  if (id !== undefined && isUuid(id)) add("id = ?", id.toLowerCase());
  else if (id !== undefined) add("false");
  if (reference !== undefined) add("substr(cast(id as text), 29) = ?", reference.toLowerCase());
  if (email !== undefined) add("lower(email) = lower(?)", email.replaceAll("\0", ""));
  if (isSpam !== undefined) add(`spam_reason is ${isSpam ? "not null" : "null"}`);
  if (isSuspectedSpam) add(database.isIn("spam_reason"), SUSPECTED_SPAM);
  if (isWaiting) add(IS_WAITING);
  if (isHandled !== undefined) {
    add(`${isHandled ? "" : "not "}(replied_at is not null or note is not null)`);
  }
  if (isOverdue) add(`${IS_WAITING} and reply_due < ${database.after(0)}`);
  if (maxAge !== undefined) add(`created_at >= ${database.after(-maxAge)}`);
  if (minAge !== undefined) add(`created_at < ${database.after(-minAge)}`);
  if (storedUntil !== undefined) add("created_at <= ?", storedUntil);
  if (storedAfter !== undefined) add("created_at > ?", storedAfter);
  if (unchangedSince !== undefined) {
    const committedBefore = Date.parse(unchangedSince) - database.maxInsertMs;
    add("created_at < ?", toTimestamp(committedBefore));
    add("(changed_at is null or changed_at < ?)", unchangedSince);
  }
  if (ids !== undefined) {
    add(ids.length > database.batchRows ? database.isAmong("id") : database.isIn("id"), ids);
  }
  return { sql: conditions.join(" and ") || "true", values };
}
