import { createHmac, timingSafeEqual } from "node:crypto";

import { DAY_MS } from "../domain/durations.ts";

/**
 * Links for the provider's people: `/r/REFERENCE?k=EXPIRY.SIGNATURE` opens a request, for whoever has its
 * notification, and `/r/?k=EXPIRY.SIGNATURE` the list of requests.
 */
export const LIST_PATH = "/r/";
export const LINK_PATH = `${LIST_PATH}:reference`;

/** What a link opens. Each is signed for its own purpose, so that no key fits another. */
export type LinkTarget = "list" | { reference: string };

/** How many days a link is valid. */
export const LINK_DAYS = 30;

/** `origin` is where this server is reached, `now` in milliseconds since 1970. */
export function createLink(
  target: LinkTarget,
  { origin, secret, now }: { origin: string; secret: string; now: number },
): string {
  const path = target === "list" ? LIST_PATH : LIST_PATH + target.reference;
  const expiry = Math.floor((now + LINK_DAYS * DAY_MS) / 1000).toString(36);
  return `${origin}${path}?k=${expiry}.${sign(target, expiry, secret)}`;
}

/** Whether the `k` of a link was signed with the secret for this target, and has not expired. */
export function isValidKey(
  k: unknown,
  target: LinkTarget,
  { secret, now }: { secret: string; now: number },
): boolean {
  const [expiry = "", signature = "", ...rest] = String(k).split(".");
  const expected = Buffer.from(sign(target, expiry, secret));
  const given = Buffer.from(signature);
  const isSigned = given.length === expected.length && timingSafeEqual(given, expected);
  return isSigned && rest.length === 0 && Number.parseInt(expiry, 36) * 1000 > now;
}

function sign(target: LinkTarget, expiry: string, secret: string): string {
  const purpose = target === "list" ? "list" : `link ${target.reference}`;
  return createHmac("sha256", secret).update(`${purpose} ${expiry}`).digest("base64url");
}
