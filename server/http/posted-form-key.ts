import { createHash } from "node:crypto";

import type { DataRequirement } from "../../domain/data-requirement.ts";
import type { FormUse } from "../../domain/spam.ts";

/**
 * The idempotency key of a form posted without script: the same form twice on one day (UTC) is one request. `now`
 * is in milliseconds since 1970.
 */
export function postedFormKey(
  form: { requirement: DataRequirement; formUse: FormUse | null },
  now: number,
): string {
  const day = new Date(now).toISOString().slice(0, 10);
  const hash = createHash("sha256").update(JSON.stringify(form)).digest("hex");
  return `${PREFIX}${day}-${hash}`;
}

/**
 * Whether a key is one of these. An insert may not have it: otherwise somebody who knows what a visitor will post
 * could use up its key first, and the visitor's own form would not be stored.
 */
export function isPostedFormKey(key: string): boolean {
  return key.startsWith(PREFIX);
}

const PREFIX = "form-";
