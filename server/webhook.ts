import { createHmac } from "node:crypto";

import { FIELDS } from "../domain/data-requirement.ts";
import type { Send } from "./courier.ts";
import type { StoredRequirement } from "./store.ts";

/**
 * Posts a request to the provider's address, signed as https://www.standardwebhooks.com asks. The
 * `webhook-id` is the request's own, the same at every try: receivers drop what they have seen.
 */
export function createWebhook(
  { url, secret }: { url: string; secret: Buffer },
  now: () => number = Date.now,
): Send {
  return async (requirement) => {
    const body = JSON.stringify({
      type: "data_requirement.created",
      timestamp: requirement.created_at,
      data: publicFields(requirement),
    });
    const seconds = String(Math.floor(now() / 1000));
    const signed = `${requirement.id}.${seconds}.${body}`;
    const signature = createHmac("sha256", secret).update(signed).digest("base64");
    const answer = await fetch(url, {
      method: "POST",
      body,
      headers: {
        "content-type": "application/json",
        "webhook-id": requirement.id,
        "webhook-timestamp": seconds,
        "webhook-signature": `v1,${signature}`,
      },
      // What was signed for one address is not handed to another.
      redirect: "manual",
      signal: AbortSignal.timeout(TIMEOUT_MILLISECONDS),
    }).catch((error: unknown) => {
      throw new Error(`the webhook does not answer (${reasonOf(error)})`, { cause: error });
    });
    await answer.body?.cancel();
    if (!answer.ok) throw new Error(`the webhook answers ${answer.status}`);
  };
}

const TIMEOUT_MILLISECONDS = 10_000;

function publicFields(requirement: StoredRequirement): Record<string, unknown> {
  const names = ["id", "created_at", ...FIELDS] as const;
  return Object.fromEntries(names.map((name) => [name, requirement[name]]));
}

/** `fetch` says only that it failed; why is in its cause. */
function reasonOf(error: unknown): string {
  const { name, cause } = error as { name?: string; cause?: { code?: string } };
  return cause?.code ?? name ?? "unknown";
}
