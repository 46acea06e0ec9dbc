import { findInlineScripts, headerRules } from "../tools/vite/headers.ts";
import { fetchFrom } from "./fetch.ts";
import { failed, ok, warning, type Finding } from "./finding.ts";
import { attributeOf, type Page } from "./page.ts";

/** The headers must be those that the build wrote for this page. */
export function checkHeaders({ html, headers, backend, isOwnServer }: Page): Finding {
  const rules = headerRules(isOwnServer ? null : backend.url, findInlineScripts(html));
  const expected = Object.entries(rules[0]?.headers ?? {});
  const differences = expected.flatMap(([name, value]) => {
    const actual = headers.get(name);
    if (actual === null) return [`no ${name}`];
    if (name === POLICY) return comparePolicies(actual, value);
    return actual === value ? [] : [`${name}: ${actual}`];
  });
  if (differences.length === 0) return ok("The page has the security headers of its build.");
  return failed(
    `The page's headers are not those of its build: ${differences.join(", ")}; publish dist/_headers or ` +
      "dist/vercel.json of the same build, and let nothing rewrite the HTML.",
  );
}

const POLICY = "Content-Security-Policy";
const HASH = / 'sha256-[^']+'/g;

/** The actual policy also has the hashes of other pages' scripts. */
function comparePolicies(actual: string, expected: string): string[] {
  const blocked = (expected.match(HASH) ?? []).filter((hash) => !actual.includes(hash));
  if (blocked.length > 0) return [`${POLICY} blocks the page's own script`];
  const directives = actual.replaceAll(HASH, "").split("; ");
  const missing = expected
    .replaceAll(HASH, "")
    .split("; ")
    .filter((directive) => !directives.includes(directive));
  return missing.map((directive) => `${POLICY} lacks "${directive}"`);
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
