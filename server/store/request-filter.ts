import { SUSPECTED_SPAM } from "../../domain/spam.ts";
import type { SqlValue } from "./database.ts";
import { toTimestamp } from "./rows.ts";

/** Conditions that must all match. IDs and references are in lower case, and times in milliseconds since 1970. */
export type RequestFilter = {
  id?: string;
  reference?: string;
  email?: string;
  isSpam?: boolean;
  isSuspected?: true;
  isWaiting?: true;
  storedSince?: number;
  storedBefore?: number;
  dueBefore?: number;
  ids?: readonly string[];
};

/** The same condition as in `stateOf`. */
export const IS_WAITING = "replied_at is null and spam_reason is null";

export function toCondition(filter: RequestFilter): { sql: string; values: SqlValue[] } {
  const { id, reference, email, isSpam, isSuspected, isWaiting } = filter;
  const { storedSince, storedBefore, dueBefore, ids } = filter;
  const conditions: string[] = [];
  const values: SqlValue[] = [];
  const add = (sql: string, ...given: SqlValue[]) => {
    conditions.push(sql);
    values.push(...given);
  };
  if (id !== undefined) add("id = ?", id);
  if (reference !== undefined) add("substr(id, -8) = ?", reference);
  if (email !== undefined) add("lower(email) = lower(?)", email);
  if (isSpam !== undefined) add(`spam_reason is ${isSpam ? "not null" : "null"}`);
  if (isSuspected) {
    add("spam_reason in (select value from json_each(?))", JSON.stringify(SUSPECTED_SPAM));
  }
  if (isWaiting) add(IS_WAITING);
  if (storedSince !== undefined) add("created_at >= ?", toTimestamp(storedSince));
  if (storedBefore !== undefined) add("created_at < ?", toTimestamp(storedBefore));
  if (dueBefore !== undefined) add("reply_due < ?", toTimestamp(dueBefore));
  if (ids !== undefined) add("id in (select value from json_each(?))", JSON.stringify(ids));
  return { sql: conditions.join(" and ") || "true", values };
}
