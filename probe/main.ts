/** Sends a request to a deployed site as a visitor would. Exits with 1 if that fails. */

import { HEALTH_PATH, REST_PREFIX } from "../contract/routes.ts";
import { emptyDraft, toDataRequirement, type DataRequirement } from "../domain/data-requirement.ts";
import { onOneLine } from "../domain/escape-controls.ts";
import { definitionOf, REQUIRED_FIELDS } from "../domain/fields.ts";
import { reasonOf } from "../server/log.ts";
import { readChannels, sendByFirst } from "../server/notifications/channels.ts";
import { submitRequirement, type Backend } from "../site/request/submission/submit-requirement.ts";
import { sampleFor } from "./sample-for.ts";

const USAGE = "Usage: npm run probe -- https://www.example.com [--notify]";

const PROBE_REQUEST: DataRequirement = toDataRequirement({
  ...emptyDraft(),
  ...Object.fromEntries(REQUIRED_FIELDS.map((field) => [field, sampleFor(definitionOf(field))])),
});

process.exitCode = await run(process.argv.slice(2));

async function run(args: string[]): Promise<number> {
  const notify = args.includes("--notify");
  const [siteUrl = "", ...others] = args.filter((argument) => argument !== "--notify");
  if (!/^https?:/.test(siteUrl) || !URL.canParse(siteUrl) || others.length > 0) {
    console.error(USAGE);
    return 1;
  }
  const result = notify ? readChannels(process.env) : null;
  if (result?.kind === "none") {
    console.error(result.problem);
    return 1;
  }
  const problem = await probeSite(siteUrl);
  if (problem === null) return 0;
  console.error(problem);
  if (result) {
    const probe = { kind: "probe", url: siteUrl, problem } as const;
    console.error((await sendByFirst(result.channels, probe)).report);
  }
  return 1;
}

/** Prints one line per successful step. Resolves to the first problem, or to null if there is none. */
async function probeSite(siteUrl: string): Promise<string | null> {
  const page = await load(siteUrl);
  if (page.kind === "failed") {
    return `${page.problem} Check the URL, its DNS record and certificate, and that the server runs.`;
  }
  const backend = findBackend(page.text, page.url);
  if (backend === null) {
    return `${page.url} has no request form: check the URL, and that dist/ is published there.`;
  }
  console.log(`${page.url} loads.`);

  const scripts = new Set(findScripts(page.text));
  // The loop also visits scripts that it adds while it runs.
  for (const path of scripts) {
    const script = await load(new URL(path, page.url).href, /^(text|application)\/javascript\b/);
    if (script.kind === "failed") return `${script.problem} Publish all of dist/.`;
    for (const fetched of findScripts(script.text)) scripts.add(fetched);
  }
  console.log("The page's scripts load.");

  const outcome = await submitRequirement(PROBE_REQUEST, backend, {
    idempotencyKey: crypto.randomUUID(),
    spamReason: "probe",
  });
  if (outcome.kind === "stored") {
    console.log(`A probe request is stored, with the reference ${outcome.reference ?? "unknown"}.`);
    return backend.isOwnServer ? findChannelProblem(page.url) : null;
  }
  const reason = `${outcome.status || "no response"} "${onOneLine(outcome.message).slice(0, 200)}"`;
  const advice = backend.isOwnServer
    ? "See its log."
    : 'Check the URL and key that the page was built with, and run "npm run requests -- migrate --direct" on its database.';
  return `${backend.url} did not store the request: ${reason}. ${advice}`;
}

/** Also resolves to null for a static host that does not proxy this path to the server. */
async function findChannelProblem(page: string): Promise<string | null> {
  const health = await load(new URL(HEALTH_PATH, page).href, /^application\/json\b/);
  if (health.kind === "failed" || !health.text.includes('"failing"')) return null;
  return `${health.url} reports that notifications have failed for an hour: the desk and the command "requests" say why.`;
}

function findScripts(text: string): string[] {
  return (text.match(/\bassets\/[\w.-]+\.js\b/g) ?? []).map((path) => `/${path}`);
}

type Loaded = { kind: "loaded"; url: string; text: string } | { kind: "failed"; problem: string };

async function load(target: string, type = /^text\/html\b/): Promise<Loaded> {
  try {
    const response = await fetch(target, { signal: AbortSignal.timeout(15_000) });
    const { status, url, headers } = response;
    const text = await response.text();
    if (status !== 200) return failed(`${url} does not load: its status is ${status}.`);
    // Some hosts send an HTML page for a missing script, but browsers do not run HTML as a script.
    if (type.test(headers.get("content-type") ?? "")) return { kind: "loaded", url, text };
    return failed(`${url} does not load: its type is ${headers.get("content-type")}.`);
  } catch (error) {
    // `fetch` throws an error whose `cause` contains the reason.
    const { cause = error } = error as { cause?: unknown };
    return failed(`${target} does not load: ${reasonOf(cause)}.`);
  }
}

function failed(problem: string): Loaded {
  return { kind: "failed", problem };
}

/** Reads the backend from the form's attributes. If there are none, the backend is our server. */
function findBackend(html: string, page: string): Backend | null {
  const [form] = /<form\b[^>]* id="inline-form"[^>]*>/.exec(html) ?? [];
  if (form === undefined) return null;
  const [, url] = / data-rest-url="([^"]*)"/.exec(form) ?? [];
  const [, publishableKey] = / data-publishable-key="([^"]*)"/.exec(form) ?? [];
  const isOwnServer = url === undefined;
  return { url: url ?? new URL(REST_PREFIX, page).href, publishableKey, isOwnServer };
}
