import { ADA } from "../test-support/valid-requirement.ts";
import { startHostedSite, type HostedSite } from "./support/hosted-site.ts";
import { openWithBlockedScript, BLOCKED_SCRIPT } from "./support/blocked-script.ts";
import { expect, test as base } from "./support/site.ts";
import { fillRequired, inlineForm, openDialog, submit, toast } from "./support/visitor.ts";

const test = base.extend<object, { hosted: HostedSite | string }>({
  hosted: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright wants to see what a fixture uses
    async ({}, use) => {
      const hosted = await startHostedSite();
      await use(hosted);
      if (typeof hosted !== "string") await hosted.stop();
    },
    { scope: "worker", timeout: 120_000 },
  ],
  baseURL: async ({ hosted }, use) => {
    const missing = typeof hosted === "string" ? hosted : undefined;
    base.skip(missing !== undefined, `hosted build: ${missing}`);
    await use(typeof hosted === "string" ? undefined : hosted.origin);
  },
});

test.describe.configure({ mode: "serial" });

async function storedBy(hosted: HostedSite | string, email: string) {
  if (typeof hosted === "string") return [];
  return (await hosted.readRequests()).filter((row) => row.email === email);
}

test("the form of a static host stores a request in PostgREST on another origin", async ({
  page,
  hosted,
}) => {
  await page.goto("/");
  const dialog = await openDialog(page);
  const person = { ...ADA, email: "hosted@example.org" };
  await fillRequired(dialog, person);
  await dialog.getByLabel("ALOHA").check();
  const preflights: string[] = [];
  page.on("response", (response) => {
    if (response.request().method() === "POST") preflights.push(String(response.status()));
  });
  await submit(dialog);
  await expect(toast(page, /have been submitted/)).toBeVisible();
  expect(preflights).toEqual(["201"]);
  const [row, ...others] = await storedBy(hosted, person.email);
  expect(others).toEqual([]);
  expect(row).toMatchObject({ ...person, hardware_setup: ["ALOHA"], timeline: null });
  await expect(dialog.getByText(String(row?.id).slice(-8))).toBeVisible();
});

test.describe("a lost response", () => {
  test.use({ expectedErrors: [/Failed to load resource/] });

  test("stores no second row", async ({ page, hosted }) => {
    await page.goto("/");
    const form = inlineForm(page);
    const person = { ...ADA, email: "hosted-lost@example.org" };
    await fillRequired(form, person);
    await page.route(
      /\/rest\/v1\/data_requirements/,
      async (route) => {
        if (route.request().method() === "POST") await route.fetch();
        await route.abort();
      },
      { times: 1 },
    );
    await submit(form);
    await expect(toast(page, /have been submitted/)).toBeVisible();
    expect(await storedBy(hosted, person.email)).toHaveLength(1);
  });
});

test.describe("when the form's script fails to load", () => {
  test.use({ expectedErrors: [/Failed to load resource/] });

  test("explains what to do, keeps the input, and sends once it loads", async ({
    page,
    hosted,
  }) => {
    await page.route("**/assets/hydrate-*.js", (route) => route.abort());
    await page.goto("/");
    const form = inlineForm(page);
    const person = { ...ADA, email: "hosted-chunk@example.org" };
    await fillRequired(form, person);
    await submit(form);
    await expect(form.getByRole("alert")).toContainText("What you typed is still here");
    await expect(page).toHaveURL("/");
    await expect(form.getByLabel("Full name")).toHaveValue(person.full_name);
    await page.unrouteAll();
    await submit(form);
    await expect(toast(page, /have been submitted/)).toBeVisible();
    expect(await storedBy(hosted, person.email)).toHaveLength(1);
  });
});

test.describe("when the page's script is blocked", () => {
  test.use({ expectedErrors: [BLOCKED_SCRIPT] });

  test("the form states that it needs script, and keeps the input", async ({ page }) => {
    await openWithBlockedScript(page);
    const form = inlineForm(page);
    await fillRequired(form);
    await submit(form);
    await expect(form.getByText(/^This form needs JavaScript/)).toBeVisible();
    await expect(page).toHaveURL("/");
    await expect(form.getByLabel("Full name")).toHaveValue(ADA.full_name);
  });
});

test.describe("without script", () => {
  test.use({ javaScriptEnabled: false });

  test("the form states that it needs script, and has no submit button", async ({ page }) => {
    await page.goto("/");
    const form = inlineForm(page);
    await expect(form.getByText(/^This form needs JavaScript/)).toBeVisible();
    await expect(form.locator("button[type=submit]")).toBeHidden();
  });
});
