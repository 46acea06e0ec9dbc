/** The list of requests, as one of the provider's people uses it from the daily reminder, on a phone. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";

import PostalMime from "postal-mime";

import { UNTIMED } from "../domain/wire/form-use.ts";
import { openSqliteStore } from "../server/store/sqlite/store.ts";
import { findViolations } from "../test-support/e2e/axe.ts";
import { expect, test } from "../test-support/e2e/site.ts";
import { startMailbox } from "../test-support/mailbox.ts";
import { freePort } from "../test-support/programs.ts";
import { startSite } from "../test-support/site-server.ts";
import { FULL_REQUIREMENT } from "../test-support/valid-requirement.ts";

test.use({ viewport: { width: 390, height: 844 } });

test("from the reminder's link a request is found, noted and marked", async ({ page }) => {
  const folder = mkdtempSync(join(tmpdir(), "site-list-"));
  await storeOverdue(join(folder, "requests.sqlite"), ["Engines", "Other"]);
  const mailbox = await startMailbox();
  const port = await freePort();
  const site = await startSite({
    PORT: String(port),
    DATA_DIR: folder,
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    SMTP_URL: mailbox.url,
    NOTIFY_EMAIL: "team@example.com",
  });
  try {
    await page.goto(await readListLink(mailbox.messages));
    await expect(page.getByRole("listitem")).toHaveCount(2);
    await page.getByRole("searchbox").fill("engines");
    await page.getByRole("button", { name: "Search" }).click();
    const found = page.getByRole("listitem");
    await expect(found).toHaveText(/Engines.*Overdue/);
    await expect(page.getByRole("searchbox")).toHaveValue("engines");

    expect(await findViolations(page)).toEqual([]);
    const list = page.url();

    await found.getByRole("link").click();
    await page.getByLabel("Note").fill("I'm on it – Ben");
    await page.getByRole("button", { name: "Save note" }).click();
    await page.getByRole("button", { name: "Mark as replied" }).click();
    await expect(page.getByRole("button", { name: "Mark as not replied" })).toBeVisible();
    while (page.url() !== list) await page.goBack();
    await expect(found).toHaveText(/Engines.*Replied.*on it – Ben/);
  } finally {
    await site.stop();
    await mailbox.stop();
    rmSync(folder, { recursive: true });
  }
});

/** Requests of these companies whose replies are overdue, so that a server reminds of them at its start. */
async function storeOverdue(file: string, companies: string[]): Promise<void> {
  const store = openSqliteStore(file);
  for (const company of companies) {
    await store.insert({ ...FULL_REQUIREMENT, company }, null, UNTIMED);
  }
  await store.close();
  const database = new DatabaseSync(file);
  database.exec("update data_requirements set reply_due = '2020-01-01T00:00:00.000+00:00'");
  database.close();
}

async function readListLink(messages: string[]): Promise<string> {
  await expect.poll(() => messages.length).toBeGreaterThan(0);
  const { text = "" } = await PostalMime.parse(messages[0] ?? "");
  return /\S+\/r\/\?k=\S+/.exec(text)?.[0] ?? "";
}
