import type { Page } from "@playwright/test";

import { INSERT_PATH } from "../contract/routes.ts";
import { findViolations } from "../test-support/e2e/axe.ts";
import { expect, test as base } from "../test-support/e2e/site.ts";
import { startSite, type SiteServer } from "../test-support/site-server.ts";
import { FULL_REQUIREMENT } from "../test-support/valid-requirement.ts";

const PASSWORD = "a long password";

const test = base.extend<object, { site: SiteServer }>({
  site: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright requires an object pattern
    async ({}, use) => {
      const site = await startSite({ DESK_PASSWORD: PASSWORD });
      await use(site);
      await site.stop();
    },
    { scope: "worker" },
  ],
});
test.use({
  httpCredentials: { username: "Ben", password: PASSWORD },
  viewport: { width: 390, height: 844 },
});

async function expectAccessible(page: Page): Promise<void> {
  // After a click, the next page's text may be there before its stylesheets.
  await page.waitForLoadState();
  expect(await findViolations(page)).toEqual([]);
  const small = await page
    .locator("a:visible, button:visible, summary:visible, input:visible, textarea:visible")
    .evaluateAll((targets) =>
      targets
        .filter((target) => target.getBoundingClientRect().height < 44)
        .map((target) => target.outerHTML),
    );
  expect(small, "touch targets below 44 px").toEqual([]);
}

test("a colleague searches for a request, adds a note, marks it as replied and erases it", async ({
  page,
  site,
}) => {
  await fetch(`${site.origin}${INSERT_PATH}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(FULL_REQUIREMENT),
  });
  await page.goto("/requests");
  await expectAccessible(page);
  // Checks the order of cascade layers, because the reset must not override the desk's styles.
  await expect(page.getByRole("button", { name: "Search" })).toHaveCSS("border-style", "solid");
  await page.getByRole("searchbox", { name: "Search" }).fill("$10k–$50k");
  await page.getByRole("button", { name: "Search" }).click();
  await page.waitForURL(/\?q=/);
  await page.getByRole("link", { name: /Ada Byron/ }).click();
  await page.waitForURL(/requests\/./);
  await expectAccessible(page);

  await page.getByRole("textbox", { name: "Note" }).fill("Call on Monday");
  await page.getByRole("button", { name: "Save note" }).click();
  await expect(page.getByText(/Saved by Ben/)).toBeVisible();
  await page.getByRole("button", { name: "Mark as replied" }).click();
  await expect(page.getByText(/Replied by Ben/)).toBeVisible();
  await page.getByRole("link", { name: "All requests" }).click();
  await expect(page.getByRole("link", { name: /Ada Byron/ })).toContainText("Call on Monday");

  await page.getByRole("link", { name: /Ada Byron/ }).click();
  const erase = page.getByRole("button", { name: "Erase permanently" });
  await expect(erase).toBeHidden();
  await page.getByText("Erase this request").click();
  await erase.click();
  await expect(page.getByRole("link", { name: /Ada Byron/ })).toHaveCount(0);
  expect(site.readRequests()).toEqual([]);
});

test("a colleague marks all requests of a search as spam, and erases all spam", async ({
  page,
  site,
}) => {
  for (const data_type of ["Robots, and a casino", "A casino robot", "A casino robot again"]) {
    await fetch(`${site.origin}${INSERT_PATH}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ ...FULL_REQUIREMENT, data_type }),
    });
  }
  await page.goto("/requests");
  await page.getByRole("searchbox", { name: "Search" }).fill('"casino robot"');
  await page.getByRole("button", { name: "Search" }).click();
  await page.getByRole("button", { name: "Mark all 2 as spam" }).click();
  await expect(page.getByRole("heading", { name: "Mark 2 requests as spam?" })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Mark all 2 as spam" }).click();
  await expect(page.getByText("Spam: marked by a colleague")).toHaveCount(2);
  await page.getByRole("link", { name: /^All spam/ }).click();
  const erase = page.getByRole("button", { name: /^Erase all/ });
  await erase.click();
  await expect(page.getByText("This cannot be undone")).toBeVisible();
  await expectAccessible(page);
  await erase.click();
  await expect(page.getByText("No spam.")).toBeVisible();
  const casino = site.readRequests().filter(({ data_type }) => data_type?.includes("casino"));
  expect(casino).toMatchObject([{ data_type: "Robots, and a casino" }]);
});

test("a colleague moves a request out of spam, and one marked as replied offers only that", async ({
  page,
  site,
}) => {
  for (const company of ["Rescued Lab", "Casino"]) {
    await fetch(`${site.origin}${INSERT_PATH}`, {
      method: "POST",
      headers: { "content-type": "application/json", "spam-reason": "honeypot" },
      body: JSON.stringify({ ...FULL_REQUIREMENT, company }),
    });
  }
  await page.goto("/requests");
  const rescued = page.getByRole("listitem").filter({ hasText: "Rescued Lab" });
  await rescued.getByRole("button", { name: "Not spam" }).click();
  await expect(page.getByText("Looks like spam, this week (1)")).toBeVisible();
  await expectAccessible(page);

  await page.getByRole("link", { name: /Casino/ }).click();
  await page.getByRole("button", { name: "Mark as replied" }).click();
  await expect(page.getByText("Spam: a hidden field was filled in. Replied by Ben")).toBeVisible();
  await expect(page.getByRole("button", { name: /replied|spam/i })).toHaveText(["Not spam"]);
  const stored = site.readRequests();
  const rowOf = (company: string) => stored.find((row) => row.company === company);
  expect(rowOf("Rescued Lab")).toMatchObject({ spam_reason: null });
  expect(rowOf("Casino")).toMatchObject({ spam_reason: "honeypot" });
});
