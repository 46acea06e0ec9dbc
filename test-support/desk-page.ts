/** Reads pages of the desk as a colleague sees them, and presses their buttons. */
import type { FastifyInstance, LightMyRequestResponse } from "fastify";
import { parse, type HTMLElement } from "node-html-parser";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";

import type { ServerPageContent } from "../contract/server-page-content.ts";
import { ServerPage } from "../site/pages/ServerPage.tsx";

export const PASSWORD = "a long password";

export type Visit = { name?: string; password?: string; headers?: Record<string, string> };

export async function renderServerPage(content: ServerPageContent): Promise<string> {
  return renderToStaticMarkup(createElement(ServerPage, { content }));
}

export function authorization({ name = "Ada", password = PASSWORD }: Visit = {}) {
  return { authorization: `Basic ${Buffer.from(`${name}:${password}`).toString("base64")}` };
}

export function get(app: FastifyInstance, url: string, visit: Visit = {}) {
  return app.inject({ url, headers: { ...authorization(visit), ...visit.headers } });
}

export function post(app: FastifyInstance, url: string, form: object, visit: Visit = {}) {
  return app.inject({
    method: "POST",
    url,
    headers: {
      ...authorization(visit),
      "content-type": "application/x-www-form-urlencoded",
      "sec-fetch-site": "same-origin",
      ...visit.headers,
    },
    payload: new URLSearchParams(form as Record<string, string>).toString(),
  });
}

export async function openPage(
  app: FastifyInstance,
  url: string,
  visit: Visit = {},
): Promise<DeskPage> {
  return new DeskPage(app, { url, visit, response: await get(app, url, visit) });
}

type Opened = { url: string; visit: Visit; response: LightMyRequestResponse };

export class DeskPage {
  readonly statusCode: number;
  readonly url: string;
  readonly #app: FastifyInstance;
  readonly #visit: Visit;
  readonly #root: HTMLElement;

  constructor(app: FastifyInstance, { url, visit, response }: Opened) {
    this.#app = app;
    this.url = url;
    this.#visit = visit;
    this.statusCode = response.statusCode;
    // Separates texts that only CSS separates.
    this.#root = parse(response.body.replaceAll("><", "> <"));
  }

  get text(): string {
    return visibleText(this.#root);
  }

  get heading(): string {
    return visibleText(this.#root.querySelector("h1"));
  }

  /** Headings of the groups, such as "Replied (3)". */
  get groups(): string[] {
    return this.#root.querySelectorAll("h2").map(visibleText);
  }

  /** Senders in the list, such as "Ada Byron, Lab". */
  get senders(): string[] {
    return this.#root.querySelectorAll("li strong").map(visibleText);
  }

  get buttons(): string[] {
    return this.#root.querySelectorAll("button").map(nameOf);
  }

  /** Texts of the list's rows. */
  get rows(): string[] {
    return this.#root.querySelectorAll("li").map(visibleText);
  }

  /** Returns the link's URL, or undefined if the page has no such link. */
  link(name: string | RegExp): string | undefined {
    const links = this.#root.querySelectorAll("a");
    return links.find((link) => isNamed(link, name))?.getAttribute("href");
  }

  async follow(name: string | RegExp): Promise<DeskPage> {
    const link = this.link(name);
    if (link === undefined) throw new Error(`no link ${name} in: ${this.text}`);
    return openPage(this.#app, link, this.#visit);
  }

  /** Clicks a button, and follows a redirect. `changes` replaces fields of its form. */
  async press(name: string | RegExp, changes: Record<string, string> = {}): Promise<DeskPage> {
    const button = this.#root.querySelectorAll("button").find((each) => isNamed(each, name));
    const form = button?.closest("form");
    if (!button || !form) throw new Error(`no button ${name} in: ${this.text}`);
    const fields = form
      .querySelectorAll("input, textarea")
      .map((field) => [field.getAttribute("name"), field.getAttribute("value") ?? field.text]);
    const url = form.getAttribute("action") ?? this.url;
    const pressed = { [button.getAttribute("name") ?? ""]: button.getAttribute("value") };
    const sent = { ...Object.fromEntries(fields), ...pressed, ...changes } as object;
    const response = await post(this.#app, url, sent, this.#visit);
    const { location } = response.headers;
    return response.statusCode === 303
      ? openPage(this.#app, String(location), this.#visit)
      : new DeskPage(this.#app, { url, visit: this.#visit, response });
  }
}

function visibleText(element: HTMLElement | null): string {
  return (element?.structuredText ?? "").replaceAll(/\s+/g, " ").trim();
}

function nameOf(element: HTMLElement): string {
  return element.getAttribute("aria-label") ?? visibleText(element);
}

function isNamed(element: HTMLElement, name: string | RegExp): boolean {
  const own = nameOf(element);
  return typeof name === "string" ? own === name : name.test(own);
}
