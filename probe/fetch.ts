export type Fetched =
  | { kind: "response"; response: Response }
  /** `reason` says why there is no response and what to do, as the end of a sentence. */
  | { kind: "none"; reason: string };

const TIMEOUT_SECONDS = 15;

/** Fetches as a browser does: a certificate must be trusted, and redirects are followed. */
export async function fetchFrom(url: URL | string, init: RequestInit = {}): Promise<Fetched> {
  try {
    const signal = AbortSignal.timeout(TIMEOUT_SECONDS * 1_000);
    return { kind: "response", response: await fetch(url, { ...init, signal }) };
  } catch (error) {
    return { kind: "none", reason: explain(error, new URL(url).hostname) };
  }
}

/** `fetch` only says that it failed; the reason is in its cause. */
function explain(error: unknown, host: string): string {
  const { name, cause } = error as Error & { cause?: Error & { code?: string } };
  const code = name === "TimeoutError" ? "ETIMEDOUT" : (cause?.code ?? "");
  switch (code) {
    case "ENOTFOUND":
      return `the name ${host} does not exist; check the address, and the name's DNS record`;
    case "EAI_AGAIN":
      return `the name ${host} cannot be looked up now; check this machine's network`;
    case "ECONNREFUSED":
      return "nothing listens there; start the server and its proxy, or check the port";
    case "ETIMEDOUT":
    case "UND_ERR_CONNECT_TIMEOUT":
    case "EHOSTUNREACH":
    case "ENETUNREACH":
      return `there is no response within ${TIMEOUT_SECONDS} seconds; check the firewall, and that the machine runs`;
    case "CERT_HAS_EXPIRED":
      return "its certificate has expired; renew it";
    case "ERR_TLS_CERT_ALTNAME_INVALID":
      return `its certificate is not for ${host}; get one for this name`;
    case "DEPTH_ZERO_SELF_SIGNED_CERT":
    case "SELF_SIGNED_CERT_IN_CHAIN":
      return "its certificate is self-signed, and no browser trusts it; get one from an authority";
    case "UNABLE_TO_VERIFY_LEAF_SIGNATURE":
    case "UNABLE_TO_GET_ISSUER_CERT_LOCALLY":
      return "its certificate is not from a trusted authority, or is sent without the authority's own; serve fullchain.pem";
    default:
      if (/^(ERR_SSL|EPROTO)/.test(code)) return "it does not respond with HTTPS; check the port";
      return `the connection failed (${code || cause?.message || name})`;
  }
}
