/**
 * The part of a request's target that routes are matched with: without scheme and host, which a
 * proxy's client may send, and with escapes that can be decoded.
 */
export function toRoutable(target = "/"): string {
  const url = target.replace(/^https?:\/\/[^/?#]*/i, "") || "/";
  try {
    decodeURIComponent(url.split("?", 1)[0] ?? "");
    return url;
  } catch {
    return url.replaceAll("%", "%25");
  }
}
