import { createHmac, timingSafeEqual } from "node:crypto";

/** Links that open one request each, for whoever has its notification: /r/REFERENCE?k=EXPIRY.SIGNATURE. */
export const LINK_PATH = "/r/:reference";

const LIFETIME_MS = 30 * 86_400_000;

/** A link to a request; `origin` is where this server is reached, `now` in milliseconds since 1970. */
export function createLink(
  reference: string,
  { origin, secret, now }: { origin: string; secret: string; now: number },
): string {
  const expiry = Math.floor((now + LIFETIME_MS) / 1000).toString(36);
  return `${origin}/r/${reference}?k=${expiry}.${sign(reference, expiry, secret)}`;
}

/** Whether `k` of a link was signed with the secret for this reference, and has not expired. */
export function isValidLink(
  { reference, k }: { reference: string; k: unknown },
  { secret, now }: { secret: string; now: number },
): boolean {
  const [expiry = "", signature = "", ...rest] = String(k).split(".");
  const expected = Buffer.from(sign(reference, expiry, secret));
  const given = Buffer.from(signature);
  const isSigned = given.length === expected.length && timingSafeEqual(given, expected);
  return isSigned && rest.length === 0 && Number.parseInt(expiry, 36) * 1000 > now;
}

function sign(reference: string, expiry: string, secret: string): string {
  return createHmac("sha256", secret).update(`link ${reference} ${expiry}`).digest("base64url");
}
