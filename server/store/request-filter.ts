import { isUuid } from "../../domain/identifiers.ts";
import { SUSPECTED_SPAM } from "../../domain/spam.ts";
import type { Database, SqlValue, Statement } from "./database.ts";
import { toTimestamp } from "./rows.ts";

/** Conditions that must all match. Times are in milliseconds since 1970, except `storedUntil`, which is a `created_at`. */
export type RequestFilter = {
  id?: string;
  reference?: string;
  email?: string;
  isSpam?: boolean;
  isSuspectedSpam?: true;
  isWaiting?: true;
  /** Has a reply or a note. */
  isHandled?: boolean;
  storedSince?: number;
  storedBefore?: number;
  storedUntil?: string;
  dueBefore?: number;
  ids?: readonly string[];
};

/** The same condition as in `stateOf`. */
export const IS_WAITING = "replied_at is null and spam_reason is null";

export function toCondition(filter: RequestFilter, { isIn }: Pick<Database, "isIn">): Statement {
  const { id, reference, email, isSpam, isSuspectedSpam, isWaiting, isHandled } = filter;
  const { storedSince, storedBefore, storedUntil, dueBefore, ids } = filter;
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
  if (isSuspectedSpam) add(isIn("spam_reason"), SUSPECTED_SPAM);
  if (isWaiting) add(IS_WAITING);
  if (isHandled !== undefined) {
    add(`${isHandled ? "" : "not "}(replied_at is not null or note is not null)`);
  }
  if (storedSince !== undefined) add("created_at >= ?", toTimestamp(storedSince));
  if (storedBefore !== undefined) add("created_at < ?", toTimestamp(storedBefore));
  if (storedUntil !== undefined) add("created_at <= ?", storedUntil);
  if (dueBefore !== undefined) add("reply_due < ?", toTimestamp(dueBefore));
  if (ids !== undefined) add(isIn("id"), ids);
  return { sql: conditions.join(" and ") || "true", values };
}
