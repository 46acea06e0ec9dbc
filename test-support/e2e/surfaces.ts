/** What a person can see besides the page and its states, for `npm run screenshots`. */
import { rmSync } from "node:fs";

import type { Locator, Page, Route } from "@playwright/test";
import PostalMime from "postal-mime";

import { DESK_FIELD } from "../../contract/desk-form.ts";
import { createSlack } from "../../server/notifications/chat.ts";
import { createEmail } from "../../server/notifications/email.ts";
import type { Notification } from "../../server/notifications/notification.ts";
import { databaseFile } from "../../server/store/database.ts";
import { RequestStore } from "../../server/store/store.ts";
import { startMailbox } from "../services/mailbox.ts";
import { startWebhookReceiver } from "../services/webhook-receiver.ts";
import { startSite } from "../site-server.ts";
import { ADA, FULL_REQUIREMENT, MINIMAL_REQUIREMENT } from "../valid-requirement.ts";
import { fillRequired, hardware, inlineForm, openPage, submitNatively } from "./visitor.ts";

export type Surface = { name: string; visit: (page: Page) => Promise<unknown> };

export const PASSWORD = "a long password";

/** Times and IDs that are the same in each run, since a picture is compared with the last one. */
const MONDAY = Date.parse("2026-01-05T09:30:00Z");
const FAR_FUTURE = Date.parse("2099-01-05T09:30:00Z");
const idOf = (number: number) => `01900000-0000-7000-8000-00000000000${number}`;

/** Fills a data folder as a week at the desk does. */
export function fillDesk(dataFolder: string): void {
  let now = MONDAY;
  const store = new RequestStore(databaseFile(dataFolder), { now: () => now });
  const from = (company: string) => ({ ...FULL_REQUIREMENT, company });
  store.insert(from("Overdue Arms"), idOf(1), null);
  store.setNote(idOf(1), { text: "Call on Tuesday,\nask for Ada", by: "Ben" }, null);
  store.insert(
    from("A very long name of an institute for the manipulation of things"),
    idOf(2),
    null,
  );
  store.insert({ ...MINIMAL_REQUIREMENT, company: "Answered Hands" }, idOf(3), null);
  store.markReplied(idOf(3), "Ben");
  store.insert({ ...MINIMAL_REQUIREMENT, full_name: "Buy at www.example.com" }, idOf(4), "link");
  now = FAR_FUTURE;
  store.insert(from("Waiting Grippers"), idOf(5), null);
  store.insert({ ...MINIMAL_REQUIREMENT, company: "Filled By A Bot" }, idOf(6), "honeypot");
  store.close();
}

export const DESK: Surface[] = [
  { name: "list", visit: (page) => page.goto("/requests") },
  { name: "spam", visit: (page) => page.goto("/requests?spam=1") },
  { name: "found", visit: (page) => page.goto("/requests?q=hands") },
  { name: "from-email", visit: (page) => page.goto("/requests?email=ada@example.org") },
  {
    name: "confirm-erase",
    visit: async (page) => {
      await page.goto("/requests?email=ada@example.org");
      await page.getByRole("button", { name: /^Erase/ }).click();
    },
  },
  { name: "nothing-found", visit: (page) => page.goto("/requests?q=nobody") },
  { name: "request", visit: (page) => page.goto(`/requests/${idOf(1)}`) },
  { name: "replied", visit: (page) => page.goto(`/requests/${idOf(3)}`) },
  { name: "spam-request", visit: (page) => page.goto(`/requests/${idOf(4)}`) },
  {
    name: "erase",
    visit: async (page) => {
      await page.goto(`/requests/${idOf(1)}`);
      await page.getByText("Erase this request").click();
    },
  },
  {
    name: "note-conflict",
    visit: async (page) => {
      await page.goto(`/requests/${idOf(1)}`);
      await page.locator(`[name=${DESK_FIELD.readAt}]`).evaluate((input: HTMLInputElement) => {
        input.value = "";
      });
      await page.getByRole("textbox", { name: "Note" }).fill("Written at the same time");
      await page.getByRole("button", { name: "Save note" }).click();
    },
  },
  { name: "unknown", visit: (page) => page.goto("/requests/ffffffff") },
];

export const WITHOUT_PASSWORD: Surface[] = [
  { name: "password", visit: (page) => page.goto("/requests") },
];

/** The answers to a form that is posted without script. */
export const ANSWERS: Surface[] = [
  {
    name: "stored",
    visit: async (page) => {
      await page.route("**/request", async (route) => {
        const response = await route.fetch();
        const body = (await response.text())
          .replace(/(?<=<strong>).*?(?=<\/strong>)/, "1a2b3c4d")
          .replace(/(?<=Reply by ).*?(?=<\/p>)/, "Tue, 6 Jan 2026, 09:30 UTC.");
        await route.fulfill({ response, body });
      });
      await fillAndPost(await openPage(page));
    },
  },
  {
    name: "invalid",
    visit: async (page) => {
      const form = await openPage(page);
      await hardware(form, "UMI").check();
      await fillAndPost(form, { ...MINIMAL_REQUIREMENT, email: "ada@engines" });
    },
  },
  {
    name: "from-another-site",
    visit: async (page) => {
      await page.goto("/");
      const address = new URL("/request", page.url()).href;
      await page.goto(`data:text/html,<form method=post action=${address}><button>Send</button>`);
      await page.getByRole("button").click();
    },
  },
  {
    name: "too-large",
    visit: (page) => postChanged(page, { postData: "full_name=".padEnd(1_000_000, "a") }),
  },
  {
    name: "unreadable",
    visit: (page) => postChanged(page, { headers: { "content-type": "text/plain" } }),
  },
  {
    name: "too-many",
    visit: async (page) => {
      const site = await startSite({ RATE_LIMIT_PER_MINUTE: "1" });
      for (let count = 0; count < 2; count += 1) {
        await page.goto(site.origin);
        await fillAndPost(inlineForm(page));
      }
      await site.stop();
    },
  },
  {
    name: "unavailable",
    visit: async (page) => {
      const site = await startSite();
      rmSync(site.dataFolder, { recursive: true });
      await page.goto(site.origin);
      await fillAndPost(inlineForm(page));
      await site.stop();
    },
  },
];

async function fillAndPost(form: Locator, person = ADA): Promise<void> {
  await fillRequired(form, person);
  await submitNatively(form);
  await form.page().waitForURL("**/request");
}

/** Sends a filled form whose post differs from what the page sends. */
async function postChanged(page: Page, changes: Parameters<Route["continue"]>[0]): Promise<void> {
  const form = await openPage(page);
  await page.route("**/request", (route) =>
    route.continue({ ...changes, headers: { ...route.request().headers(), ...changes?.headers } }),
  );
  await fillAndPost(form);
}

const CONTEXT = { timeZone: "UTC", deskUrl: "https://www.example.com/requests" };
const NOTIFICATIONS: Notification[] = [
  {
    kind: "request",
    request: {
      ...FULL_REQUIREMENT,
      id: idOf(1),
      created_at: "2026-01-05T09:30:00Z",
      reply_due: "2026-01-06T09:30:00Z",
      replied_at: null,
      replied_by: null,
      spam_reason: null,
      note: null,
      noted_at: null,
      noted_by: null,
    },
  },
  { kind: "reminder", overdue: 2, failing: [] },
];

export const MESSAGES: Surface[] = NOTIFICATIONS.flatMap((notification) => [
  {
    name: `mail-${notification.kind}`,
    visit: async (page) => page.setContent(await toMail(notification)),
  },
  {
    name: `chat-${notification.kind}`,
    visit: async (page) => page.setContent(await toChat(notification)),
  },
]);

async function toMail(notification: Notification): Promise<string> {
  const mailbox = await startMailbox();
  const account = { smtpUrl: mailbox.url, from: "site@example.com", to: ["team@example.com"] };
  await createEmail(account, CONTEXT).send(notification, AbortSignal.timeout(10_000));
  await mailbox.stop();
  const mail = await PostalMime.parse(mailbox.messages[0] ?? "");
  const addresses = [mail.from, ...(mail.to ?? []), ...(mail.replyTo ?? [])];
  const head = addresses.map((one) => `${one?.name ?? ""} ${escape(`<${one?.address}>`)}`);
  return `${MESSAGE_STYLE}<h1>${escape(mail.subject ?? "")}</h1>
    <p>${head.join("<br>")}</p><pre>${escape(mail.text ?? "")}</pre>`;
}

async function toChat(notification: Notification): Promise<string> {
  const receiver = await startWebhookReceiver();
  await createSlack(receiver.url, CONTEXT)(notification, AbortSignal.timeout(10_000));
  await receiver.stop();
  const { blocks } = JSON.parse(receiver.received[0]?.body ?? "") as {
    blocks: { text: { text: string } }[];
  };
  // Slack's markup for a link is an address in angle brackets. All else in it is escaped as in HTML.
  const html = blocks[0]?.text.text.replaceAll(/<(http[^>]+)>/g, '<a href="$1">$1</a>');
  return `${MESSAGE_STYLE}<h1>Data requests</h1><pre>${html}</pre>`;
}

const MESSAGE_STYLE = `<style>
  body { font: 16px sans-serif; margin: 24px }
  h1 { font-size: 20px }
  pre { font: inherit; white-space: pre-wrap }
</style>`;

export const ELSEWHERE: Surface[] = [
  {
    name: "link-preview",
    visit: async (page) => {
      await page.goto("/");
      const read = (name: string) =>
        page.locator(`meta[property="og:${name}"]`).getAttribute("content");
      const image = new URL((await read("image")) ?? "");
      await page.setContent(`${MESSAGE_STYLE}
        <img src="${image.pathname}" width="600">
        <h1>${escape((await read("title")) ?? "")}</h1>
        <p>${escape((await read("description")) ?? "")}</p><p>${image.host}</p>`);
    },
  },
  {
    name: "icons",
    visit: async (page) => {
      // Playwright drops requests for a favicon while it may answer others itself.
      await page.context().unrouteAll();
      await page.goto("/");
      const icons = await page
        .locator("link[rel~=icon], link[rel=apple-touch-icon]")
        .evaluateAll((links) => links.map((link) => link.getAttribute("href")));
      const row = icons.flatMap((icon) =>
        [16, 32, 64, 180].map((size) => `<img src="${icon}" width="${size}" height="${size}">`),
      );
      await page.setContent(`${row.join(" ")}<div style="background: #222">${row.join(" ")}</div>`);
    },
  },
];

function escape(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}
