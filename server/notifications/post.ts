import { ContentRejected } from "./notification.ts";

/** Posts JSON; rejects unless the receiver accepts it. The reason leaves out the URL, which may be secret. */
export async function postJson(
  url: string,
  body: string,
  { headers = {}, signal }: { headers?: Record<string, string>; signal: AbortSignal },
): Promise<void> {
  const response = await fetch(url, {
    method: "POST",
    body,
    headers: { "content-type": "application/json", ...headers },
    // A redirect could send the data to another address.
    redirect: "manual",
    signal,
  }).catch((error: unknown) => {
    throw new Error(`the webhook does not respond (${causeOf(error)})`, { cause: error });
  });
  await response.body?.cancel();
  if (response.ok) return;
  const reason = `the webhook responds with ${response.status}`;
  throw isContentRejection(response.status) ? new ContentRejected(reason) : new Error(reason);
}

function isContentRejection(status: number): boolean {
  return status >= 400 && status < 500 && !NOT_ABOUT_CONTENT.has(status);
}

/** They are about the address, its key or the time. */
const NOT_ABOUT_CONTENT = new Set([401, 404, 408, 410, 429]);

/** `fetch` only says that it failed; the reason is in its cause. */
function causeOf(error: unknown): string {
  const { name, cause } = error as { name?: string; cause?: { code?: string } };
  return cause?.code ?? name ?? "unknown";
}
