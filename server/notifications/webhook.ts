import { createHmac } from "node:crypto";

import { FIELDS } from "../../domain/data-requirement.ts";
import type { StoredRequirement } from "../store/store.ts";
import type { Send } from "./outbox-worker.ts";

/**
 * Posts a request to the provider's URL, signed as https://www.standardwebhooks.com specifies. The
 * `webhook-id` is the request's id, the same at every attempt: receivers drop duplicates.
 */
export function createWebhook({ url, secret }: { url: string; secret: Buffer }): Send {
  return async (requirement, signal) => {
    const body = JSON.stringify({
      type: "data_requirement.created",
      timestamp: requirement.created_at,
      data: publicFields(requirement),
    });
    const seconds = String(Math.floor(Date.now() / 1000));
    const signed = `${requirement.id}.${seconds}.${body}`;
    const signature = createHmac("sha256", secret).update(signed).digest("base64");
    const response = await fetch(url, {
      method: "POST",
      body,
      headers: {
        "content-type": "application/json",
        "webhook-id": requirement.id,
        "webhook-timestamp": seconds,
        "webhook-signature": `v1,${signature}`,
      },
      // A redirect could send signed data to another address.
      redirect: "manual",
      signal,
    }).catch((error: unknown) => {
      throw new Error(`the webhook does not respond (${reasonOf(error)})`, { cause: error });
    });
    await response.body?.cancel();
    if (!response.ok) throw new Error(`the webhook responds with ${response.status}`);
  };
}

function publicFields(requirement: StoredRequirement): Record<string, unknown> {
  const names = ["id", "created_at", ...FIELDS] as const;
  return Object.fromEntries(names.map((name) => [name, requirement[name]]));
}

/** `fetch` only says that it failed; the reason is in its cause. */
function reasonOf(error: unknown): string {
  const { name, cause } = error as { name?: string; cause?: { code?: string } };
  return cause?.code ?? name ?? "unknown";
}
