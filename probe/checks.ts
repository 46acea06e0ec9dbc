import { isIP } from "node:net";
import { connect } from "node:tls";

import { findInlineScripts, headerRules } from "../tools/vite/headers.ts";
import { fetchFrom } from "./fetch.ts";
import { failed, ok, warning, type Finding } from "./finding.ts";
import type { Page } from "./page.ts";

const WARN_DAYS = 14;
const FAIL_DAYS = 3;

/** How long the certificate is valid; a page that opens has one that is trusted. */
export async function checkCertificate({ url }: Page): Promise<Finding> {
  if (url.protocol !== "https:") return ok("This machine needs no certificate.");
  const expiry = await readExpiry(url);
  const days = Math.floor((expiry.getTime() - Date.now()) / 86_400_000);
  const sentence = `The certificate is trusted, and valid for ${days} days`;
  if (days >= WARN_DAYS) return ok(`${sentence}.`);
  const advice = "renew it, and check why it is not renewed by itself";
  return days >= FAIL_DAYS ? warning(`${sentence}; ${advice}.`) : failed(`${sentence}; ${advice}.`);
}

function readExpiry({ hostname, port }: URL): Promise<Date> {
  const host = hostname.replaceAll(/[[\]]/g, "");
  const { promise, resolve, reject } = Promise.withResolvers<Date>();
  const name = isIP(host) === 0 ? { servername: host } : {};
  const socket = connect({ host, port: Number(port || 443), ...name }, () => {
    resolve(new Date(socket.getPeerCertificate().valid_to));
    socket.destroy();
  }).once("error", reject);
  return promise;
}

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

/** Such as the privacy notice and the imprint. */
export async function checkLinks({ url, html }: Page): Promise<Finding> {
  const hrefs = [...html.matchAll(/<a [^>]*?href="([^"]*)"/g)].map(([, href = ""]) => href);
  const targets = hrefs
    .map((href) => new URL(href.replaceAll("&amp;", "&"), url))
    .filter(({ protocol }) => /^https?:$/.test(protocol));
  const addresses = new Set(targets.map((target) => target.href.split("#", 1)[0] ?? ""));
  for (const address of addresses) {
    const fetched = await fetchFrom(address);
    if (fetched.kind === "none") {
      return failed(`The page links to ${address}, which does not open: ${fetched.reason}.`);
    }
    const { status } = fetched.response;
    // Others, such as 403, may be meant for programs.
    if (status !== 404 && status !== 410 && status < 500) continue;
    return failed(
      `The page links to ${address}, which responds with status ${status}; correct the address in site/site.ts, or publish it.`,
    );
  }
  return ok("The page's links respond.");
}

/** Any other path is the site's own 404 page. */
export async function checkMissingPage({ url, html }: Page): Promise<Finding> {
  const address = new URL(`/probe-${crypto.randomUUID()}`, url);
  const fetched = await fetchFrom(address);
  if (fetched.kind === "none") return failed(`The 404 page does not open: ${fetched.reason}.`);
  const { status } = fetched.response;
  if (status !== 404) {
    return failed(
      `A path that does not exist has status ${status} instead of 404; let the host respond with 404.html.`,
    );
  }
  // The pages of one build share the stylesheet.
  const [stylesheet = ""] = /\/assets\/main-[\w-]+\.css/.exec(html) ?? [];
  if ((await fetched.response.text()).includes(stylesheet)) {
    return ok("A path that does not exist has the 404 page.");
  }
  return failed(
    "A path that does not exist has a 404 page of the host, or of another build; publish 404.html with the others.",
  );
}

export async function checkHealth({ url }: Page): Promise<Finding> {
  const fetched = await fetchFrom(new URL("/health", url));
  if (fetched.kind === "none") return failed(`/health does not open: ${fetched.reason}.`);
  const { status } = fetched.response;
  if (status === 200) return ok("/health says that requests can be stored.");
  return failed(
    status === 503
      ? "/health says that requests cannot be stored; the server's log names the cause (docs/operations.md)."
      : `/health responds with status ${status} instead of 200; let the proxy pass it to the server.`,
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
