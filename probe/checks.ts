import { findInlineScripts, headerRules } from "../tools/vite/headers.ts";
import { fetchFrom } from "./fetch.ts";
import { failed, ok, warning, type Finding } from "./finding.ts";
import { attributeOf, type Page } from "./page.ts";

/** Where search engines and shared links send people, whatever address was probed. */
export function checkOrigin({ url, html }: Page): Finding {
  const [link = ""] = /<link rel="canonical"[^>]*>/.exec(html) ?? [];
  const { origin } = new URL(attributeOf(link, "href") ?? "", url);
  return origin === url.origin
    ? ok("The page has the site's origin.")
    : warning(
        `The page names ${origin} as the site's origin: its canonical address leads there; ` +
          "correct origin in site/site.ts, and build again.",
      );
}

/** The headers that the build wrote for this page. Without them visitors can still send. */
export function checkHeaders({ html, headers, backend, isOwnServer }: Page): Finding {
  const [rule] = headerRules(isOwnServer ? null : backend.url, findInlineScripts(html));
  const expected = Object.entries(rule?.headers ?? {});
  const blocked = findBlocked(headers.get(POLICY), rule?.headers[POLICY] ?? "");
  if (blocked.length > 0) {
    return failed(
      `${POLICY} lacks ${blocked.join(" and ")}, so that browsers block the page's own script, or what it ` +
        "sends; publish pages and headers of one build, and let nothing rewrite the HTML.",
    );
  }
  const different = expected.filter(
    ([name, value]) => withoutHashes(headers.get(name)) !== withoutHashes(value),
  );
  return different.length === 0
    ? ok("The page has the security headers of its build.")
    : warning(
        `The page lacks headers of its build: ${different.map(([name]) => name).join(", ")}; publish ` +
          "dist/_headers or dist/vercel.json, if the host can set headers.",
      );
}

const POLICY = "Content-Security-Policy";

/** What a policy must allow for the form, and does not: the page's own scripts, and the backend. */
function findBlocked(policy: string | null, expected: string): string[] {
  const needed = expected.match(/'sha256-[^']+'|(?<=connect-src 'self' )[^;]+/g) ?? [];
  return policy === null ? [] : needed.filter((source) => !policy.includes(source));
}

/** The policy on the host also has the hashes of other pages' scripts. */
function withoutHashes(value: string | null): string | undefined {
  return value?.replaceAll(/ 'sha256-[^']+'/g, "");
}

/** Scripts and styles; a browser ignores those of another type, such as a host's error page. */
export async function checkFiles({ url, html }: Page): Promise<Finding> {
  const paths = new Set(html.match(/\/assets\/[\w.-]+\.(?:js|css)\b/g));
  for (const path of paths) {
    const fetched = await fetchFrom(new URL(path, url));
    if (fetched.kind === "none") return failed(`${path} does not load: ${fetched.reason}.`);
    const { status, headers } = fetched.response;
    const type = headers.get("content-type") ?? "none";
    const expected = path.endsWith(".js") ? /^(text|application)\/javascript\b/ : /^text\/css\b/;
    if (status === 200 && expected.test(type)) continue;
    return failed(
      `${path} does not load: its status is ${status} and its type ${type}; publish all of dist/, and ` +
        "keep the files of older builds for pages that are open.",
    );
  }
  return ok("The form's script and the styles load.");
}

/** The notice that the form links to. The law asks for it where personal data are entered. */
export async function checkPrivacyNotice({ url, html }: Page): Promise<Finding> {
  const [link] = /<a [^>]*rel="privacy-policy"[^>]*>/.exec(html) ?? [];
  if (link === undefined)
    return warning("The form has no privacy notice: set privacyUrl in site/site.ts.");
  const address = new URL(attributeOf(link, "href") ?? "", url);
  const fetched = await fetchFrom(address);
  // A status such as 403 may be meant for programs.
  const isThere = fetched.kind === "response" && ![404, 410].includes(fetched.response.status);
  return isThere
    ? ok("The privacy notice opens.")
    : warning(
        `The privacy notice ${address.href} does not open; publish it, or correct privacyUrl in site/site.ts.`,
      );
}

/** What the page sends besides what browsers always allow. */
const SENT_HEADERS = [
  "apikey",
  "content-type",
  "form-fill-milliseconds",
  "form-honeypot",
  "idempotency-key",
  "prefer",
];

/** Asks a backend of another origin what a browser asks first: whether the page may send to it. */
export async function checkCrossOrigin({ url, backend }: Page): Promise<Finding> {
  if (!backend.url.startsWith(url.protocol) && url.protocol === "https:") {
    return failed(
      `Browsers do not send from HTTPS to ${backend.url}; build with an https:// address of the backend.`,
    );
  }
  const fetched = await fetchFrom(`${backend.url}/data_requirements`, {
    method: "OPTIONS",
    headers: {
      origin: url.origin,
      "access-control-request-method": "POST",
      "access-control-request-headers": SENT_HEADERS.join(","),
    },
  });
  if (fetched.kind === "none") {
    return failed(`The backend ${backend.url} cannot be reached: ${fetched.reason}.`);
  }
  const { ok: allowed, headers } = fetched.response;
  const origin = headers.get("access-control-allow-origin");
  const names = headers.get("access-control-allow-headers")?.toLowerCase().split(/, */) ?? [];
  const rejected = SENT_HEADERS.filter((name) => !names.includes(name) && !names.includes("*"));
  if (allowed && (origin === "*" || origin === url.origin) && rejected.length === 0) {
    return ok("The backend accepts requests from this page.");
  }
  return failed(
    `The backend ${backend.url} does not let browsers send from ${url.origin}; allow this origin there` +
      " (Access-Control-Allow-Origin), with the page's headers.",
  );
}
