import type { DataRequirement } from "./data-requirement.ts";

/** Columns returned by an insert. Times are in ISO 8601. */
export type StoredRequest = {
  id: string;
  created_at: string;
  /** Set at insert, so that it does not change if we change the reply promise later. */
  reply_due: string;
} & DataRequirement;

export type RequestRow = StoredRequest & {
  replied_at: string | null;
  replied_by: string | null;
  /** A `SpamReason`, or text written by the database's owner; null if not spam. */
  spam_reason: string | null;
  note: string | null;
  noted_at: string | null;
  noted_by: string | null;
};
