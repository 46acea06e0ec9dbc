import { createHash } from "node:crypto";

import type { DataRequirement } from "../../domain/data-requirement.ts";
import type { FormUse } from "../../domain/spam.ts";

/** The same form posted twice on one day (UTC) is one request. `now` is in milliseconds since 1970. */
export function formKey(
  form: { requirement: DataRequirement; formUse: FormUse | null },
  now: number,
): string {
  const day = new Date(now).toISOString().slice(0, 10);
  const hash = createHash("sha256").update(JSON.stringify(form)).digest("hex");
  return `${PREFIX}${day}-${hash}`;
}

/**
 * Whether an insert may not have the key: whoever knows what a visitor will send without script could otherwise use
 * it up first.
 */
export function isFormKey(key: string): boolean {
  return key.startsWith(PREFIX);
}

const PREFIX = "form-";
