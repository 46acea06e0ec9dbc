import { setTimeout as delay } from "node:timers/promises";

import type { Backend } from "../site/request/submission/submit-requirement.ts";
import { fetchFrom } from "./fetch.ts";
import { failed, type Finding } from "./finding.ts";

/** A deployed landing page, as a browser gets it. */
export type Page = {
  /** Where redirects have led. */
  url: URL;
  html: string;
  headers: Headers;
  backend: Backend;
  /** Whether the backend is our server, which also serves the page. */
  isOwnServer: boolean;
};

/** The page at an address, or why there is none that a visitor can use. */
export async function openPage(address: URL): Promise<Page | Finding> {
  let fetched = await fetchFrom(address);
  if (fetched.kind === "response" && fetched.response.status === 503) {
    // The server may be restarting: a visitor's page reloads, too.
    await delay(RELOAD_MS);
    fetched = await fetchFrom(address);
  }
  if (fetched.kind === "none") return failed(`${address.href} does not open: ${fetched.reason}.`);
  const { status, headers, url } = fetched.response;
  if (status !== 200) {
    return failed(
      `${url} responds with status ${status} instead of 200; see the log of the server or host.`,
    );
  }
  if (!isSecure(new URL(url))) {
    return failed(`${address.href} leads to ${url}, which is not encrypted; redirect to HTTPS.`);
  }
  const html = await fetched.response.text();
  const [form] = FORM.exec(html) ?? [];
  if (form === undefined) {
    return failed(
      `${url} is a page without this site's form; check the address, and that dist/ is published there.`,
    );
  }
  const isOwnServer = attributeOf(form, "action") !== undefined;
  const restUrl = attributeOf(form, "data-rest-url");
  if (!isOwnServer && restUrl === undefined) {
    return failed(
      `${url} does not name its backend, as older builds did not; build and publish it again.`,
    );
  }
  const backend = {
    url: restUrl ?? new URL("/rest/v1", url).href,
    publishableKey: attributeOf(form, "data-publishable-key"),
  };
  return { url: new URL(url), html, headers, backend, isOwnServer };
}

const RELOAD_MS = 3_000;

/** HTTPS, or this machine. */
export function isSecure({ protocol, hostname }: URL): boolean {
  return protocol === "https:" || /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname);
}

/** The opening tag that `site/request/RequestForm.tsx` renders. */
const FORM = /<form id="inline"[^>]*>/;

export function attributeOf(tag: string, name: string): string | undefined {
  const [, value] = new RegExp(` ${name}="([^"]*)"`).exec(tag) ?? [];
  return value?.replaceAll("&quot;", '"').replaceAll("&#x27;", "'").replaceAll("&amp;", "&");
}
