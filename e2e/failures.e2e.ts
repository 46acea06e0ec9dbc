/** What each failure says, to the visitor and in the console; the input stays. */
import type { Page } from "@playwright/test";

import { storedFrom } from "../test-support/site-server.ts";
import { ADA } from "../test-support/valid-requirement.ts";
import { SUBMITTED } from "./support/messages.ts";
import { expect, test } from "./support/site.ts";
import { fillRequired, inlineForm, openDialog, submit, toast } from "./support/visitor.ts";

test.use({ expectedErrors: [/Failed to load resource/] });

type Failure = {
  response: { status: number; json?: unknown; headers?: Record<string, string> } | "abort";
  message: RegExp;
  logged: string;
};

const FAILURES: Record<string, Failure> = {
  "a missing table": {
    response: { status: 404, json: { code: "PGRST205", message: "Could not find the table" } },
    message:
      /^Database configuration error.*ensure the data_requirements table is created in the hosted backend/,
    logged: "missing-table, HTTP status 404, code PGRST205",
  },
  "a relation that does not exist": {
    response: { status: 404, json: { code: "42P01", message: 'relation "x" does not exist' } },
    message: /^Database configuration error/,
    logged: "missing-table, HTTP status 404, code 42P01",
  },
  "no connection": {
    response: "abort",
    message: /^Connection error.*check the backend configuration/,
    logged: "unreachable, HTTP status 0, code none",
  },
  "a rejection": {
    response: { status: 400, json: { code: "23514", message: `relation "x", ${ADA.email}` } },
    message: /^Failed to submit form\. Please try again\.$/,
    logged: "rejected, HTTP status 400, code 23514",
  },
  "too many requests": {
    response: { status: 429, json: {}, headers: { "retry-after": "60" } },
    message: /^Failed to submit form\. Please try again\.$/,
    logged: "busy, HTTP status 429, code none",
  },
};

for (const [situation, { response, message, logged }] of Object.entries(FAILURES)) {
  test(`${situation}: its message, the input kept, one log line without it, and sent on the next try`, async ({
    page,
    site,
  }) => {
    const warnings = watchWarnings(page);
    await page.goto("/");
    const dialog = await openDialog(page);
    const person = { ...ADA, email: `${situation.replaceAll(" ", "-")}@example.org` };
    await fillRequired(dialog, person);
    await page.route("**/rest/v1/**", (route) =>
      response === "abort" ? route.abort() : route.fulfill(response),
    );
    await submit(dialog);
    await expect(toast(page, message)).toBeVisible();
    await expect(dialog.getByText("Everything you entered is still here")).toBeVisible();
    await expect(dialog.getByLabel("Full name")).toHaveValue(person.full_name);
    expect(warnings).toEqual([`The request was not stored: ${logged}`]);

    await page.unroute("**/rest/v1/**");
    await submit(dialog);
    await expect(toast(page, SUBMITTED)).toBeVisible();
    await expect(toast(page, message)).toHaveCount(0);
    expect(await storedFrom(site, person)).toHaveLength(1);
  });
}

test("an unexpected exception: its message, and the input kept", async ({ page }) => {
  await page.goto("/");
  const form = inlineForm(page);
  await fillRequired(form);
  await page.evaluate(() => {
    crypto.getRandomValues = () => {
      throw new Error("no randomness");
    };
  });
  await submit(form);
  await expect(toast(page, "An unexpected error occurred. Please try again.")).toBeVisible();
  await expect(form.getByLabel("Full name")).toHaveValue(ADA.full_name);
});

test("a form whose script cannot be fetched says what to do, and sends once the script can be", async ({
  page,
  context,
  site,
}) => {
  await page.goto("/");
  await context.setOffline(true);
  const dialog = await openDialog(page);
  const person = { ...ADA, email: "offline-chunk@example.org" };
  await fillRequired(dialog, person);
  await submit(dialog);
  const advice = dialog.getByRole("alert").filter({ hasText: "What you typed is still here" });
  await expect(advice).toBeVisible();
  await context.setOffline(false);
  await submit(dialog);
  await expect(toast(page, SUBMITTED)).toBeVisible();
  expect(await storedFrom(site, person)).toMatchObject([person]);
});

/** The warnings that the page writes to its console from now on. */
function watchWarnings(page: Page): string[] {
  const logged: string[] = [];
  page.on("console", (message) => message.type() === "warning" && logged.push(message.text()));
  return logged;
}
