import { DeliveryFailed } from "./notification.ts";

/** Posts JSON, and rejects unless the response is 2xx. The reason omits the URL, because it may be secret. */
export async function postJson(
  url: string,
  body: string,
  { headers = {}, signal }: { headers?: Record<string, string>; signal: AbortSignal },
): Promise<void> {
  const response = await fetch(url, {
    method: "POST",
    body,
    headers: { "content-type": "application/json", ...headers },
    // A redirect could leak the data to another host.
    redirect: "manual",
    signal,
  }).catch((error: unknown) => {
    throw new DeliveryFailed(codeOf(error), { cause: error });
  });
  await response.body?.cancel();
  const { ok, status } = response;
  if (ok) return;
  throw new DeliveryFailed(String(status), { isContentRejected: CONTENT_REJECTED.has(status) });
}

const CONTENT_REJECTED = new Set([400, 413, 422]);

/** `fetch` throws an error whose `cause` contains the code. */
function codeOf(error: unknown): string {
  const { name, cause } = error as { name?: string; cause?: { code?: string } };
  return cause?.code ?? name ?? "unknown";
}
