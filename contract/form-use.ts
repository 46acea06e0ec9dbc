import type { FormUse } from "../domain/spam.ts";

export const HONEYPOT = "leave_empty";

/** Beside `Idempotency-Key`. In lower case, as PostgREST passes them on to the database. */
const FORM_USE_HEADERS = {
  honeypot: "form-honeypot",
  fillMilliseconds: "form-fill-milliseconds",
} as const;

export const UNTIMED: FormUse = { honeypot: "empty", fillMilliseconds: null };

export function toHeaders({ honeypot, fillMilliseconds }: FormUse): Record<string, string> {
  return {
    [FORM_USE_HEADERS.honeypot]: honeypot,
    [FORM_USE_HEADERS.fillMilliseconds]: String(fillMilliseconds ?? ""),
  };
}

/** Null when no form sent the request. */
export function readFormUse(headers: Record<string, unknown>): FormUse | null {
  const honeypot = headers[FORM_USE_HEADERS.honeypot];
  const milliseconds = headers[FORM_USE_HEADERS.fillMilliseconds];
  if (honeypot !== "empty" && honeypot !== "filled" && honeypot !== "probe") return null;
  const isTimed = typeof milliseconds === "string" && /^\d+$/.test(milliseconds);
  return { honeypot, fillMilliseconds: isTimed ? Number(milliseconds) : null };
}
