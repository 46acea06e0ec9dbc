/** The link in a notification, as one of the provider's people opens it. */
import PostalMime from "postal-mime";

import { HONEYPOT } from "../domain/wire/native-form.ts";
import { findViolations } from "../test-support/e2e/axe.ts";
import { expect, test as base } from "../test-support/e2e/site.ts";
import { startMailbox } from "../test-support/mailbox.ts";
import { freePort } from "../test-support/programs.ts";
import { startSite, type SiteServer } from "../test-support/site-server.ts";

type Announcing = {
  site: SiteServer;
  /** Sends a request as the form does without script. Returns the link in the mail about it. */
  announce: (fields: Record<string, string>) => Promise<string>;
};

const test = base.extend<object, { announcing: Announcing }>({
  announcing: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright wants to see what a fixture uses
    async ({}, use) => {
      const mailbox = await startMailbox();
      const port = await freePort();
      const site = await startSite({
        PORT: String(port),
        PUBLIC_URL: `http://127.0.0.1:${port}`,
        SMTP_URL: mailbox.url,
        NOTIFY_EMAIL: "team@example.com",
      });
      const announce = async (fields: Record<string, string>) => {
        const body = new URLSearchParams({ ...fields, [HONEYPOT]: "" });
        expect((await fetch(`${site.origin}/request`, { method: "POST", body })).status).toBe(200);
        await expect.poll(() => mailbox.messages.length).toBeGreaterThan(0);
        const { text = "" } = await PostalMime.parse(mailbox.messages.at(-1) ?? "");
        mailbox.messages.length = 0;
        return /http\S+\/r\/\S+/.exec(text)?.[0] ?? "";
      };
      await use({ site, announce });
      await site.stop();
      await mailbox.stop();
    },
    { scope: "worker" },
  ],
  baseURL: async ({ announcing }, use) => use(announcing.site.origin),
});

test.describe.configure({ mode: "serial" });

test("a request is marked as replied from its mail, without script", async ({
  browser,
  announcing,
  person,
}) => {
  const link = await announcing.announce(person);

  // Of somebody who has never seen the site.
  const colleague = await browser.newPage({
    javaScriptEnabled: false,
    viewport: { width: 390, height: 844 },
  });
  const response = await colleague.goto(link);
  expect(response?.headers()).toMatchObject({
    "cache-control": "no-store",
    "referrer-policy": "no-referrer",
  });
  await expect(colleague.getByRole("heading", { name: person.full_name })).toBeVisible();
  await expect(colleague.getByText(person.email)).toBeVisible();
  const reply = colleague.getByRole("link", { name: "Reply by mail" });
  expect(await reply.getAttribute("href")).toContain(encodeURIComponent(person.email));
  expect(
    await colleague.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    ),
  ).toBeLessThanOrEqual(0);

  await colleague.getByRole("button", { name: "Mark as replied" }).click();
  await expect(colleague.getByText(/, by link$/)).toBeVisible();
  expect(colleague.url()).toBe(link);
  expect(await announcing.site.readRequests()).toContainEqual(
    expect.objectContaining({ email: person.email, replied_via: "link" }),
  );
  await colleague.getByRole("button", { name: "Mark as not replied" }).click();
  await colleague.getByRole("button", { name: "This is spam" }).click();
  await expect(colleague.getByText("marked")).toBeVisible();
  await colleague.getByRole("button", { name: "Not spam" }).click();
  await expect(colleague.getByRole("button", { name: "This is spam" })).toBeVisible();
  await colleague.close();
});

test("the page has no violation in axe, and prints what was asked for", async ({
  page,
  announcing,
  person,
}) => {
  await page.goto(await announcing.announce(person));
  expect(await findViolations(page)).toEqual([]);
  await page.emulateMedia({ media: "print" });
  await expect(page.getByText(person.email)).toBeVisible();
  await expect(page.getByRole("button", { name: "This is spam" })).toBeHidden();
});
