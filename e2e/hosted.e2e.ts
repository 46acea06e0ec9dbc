/** The build for a hosted backend: the page sends to PostgREST, on another origin. */
import { listRows } from "../test-support/rows.ts";
import { findPostgresProblem, openPostgres, startPostgres } from "../test-support/postgres.ts";
import { hasPostgrest, startPostgrest } from "../test-support/postgrest.ts";
import { expect, test as base } from "./support/site.ts";
import { startVariant } from "./support/variant.ts";
import {
  BLOCKED_SCRIPT,
  expectSent,
  fillAndSubmit,
  fillRequired,
  FORM_SCRIPT,
  openPage,
  openPageWithBlockedScript,
  submit,
} from "./support/visitor.ts";

type Hosted = { origin: string; rows: () => ReturnType<typeof listRows> };

const test = base.extend<object, { hosted: Hosted }>({
  hosted: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright wants to see what a fixture uses
    async ({}, use) => {
      const cluster = await startPostgres();
      const store = openPostgres(cluster.url());
      // Applies the migration, as the Supabase CLI would.
      await store.check();
      const postgrest = await startPostgrest(cluster.url());
      const site = await startVariant({ env: { VITE_POSTGREST_URL: postgrest.url } });
      await use({ origin: site.origin, rows: () => listRows(store) });
      await site.stop();
      await postgrest.stop();
      await store.close();
      await cluster.stop();
    },
    { scope: "worker", timeout: 120_000 },
  ],
  baseURL: async ({ hosted }, use) => use(hosted.origin),
  stored: async ({ hosted, person }, use) =>
    use(async () => (await hosted.rows()).filter(({ email }) => email === person.email)),
});

const missing = findPostgresProblem() ?? (hasPostgrest ? null : "PostgREST does not run here");
test.skip(missing !== null, missing ?? "");
test.describe.configure({ mode: "serial" });
test.use({ expectedErrors: [new RegExp(`Failed to load resource|${BLOCKED_SCRIPT.source}`)] });

test("a request is stored, and the created row comes back", async ({ page, person, stored }) => {
  const form = await openPage(page);
  await form.getByLabel("ALOHA").check();
  await fillAndSubmit(form, person);
  await expectSent(page);
  const [row, ...others] = await stored();
  expect(others).toEqual([]);
  expect(row).toMatchObject({ ...person, hardware_setup: ["ALOHA"], timeline: null });
  await expect(form.getByText(String(row?.["id"]).slice(-8))).toBeVisible();
});

test("without its script the form keeps the input", async ({ page, person }) => {
  await page.route(FORM_SCRIPT, (route) => route.abort());
  const form = await openPage(page);
  await fillAndSubmit(form, person);
  await expect(form.getByRole("alert")).toBeVisible();
  await expect(form.getByLabel("Full name")).toHaveValue(person.full_name);
});

test("with all script blocked the form says that it needs it", async ({ page, person }) => {
  const form = await openPageWithBlockedScript(page);
  await fillRequired(form, person);
  await submit(form);
  await expect(form.getByText(/^This form needs JavaScript/)).toBeVisible();
  await expect(page).toHaveURL("/");
  await expect(form.getByLabel("Full name")).toHaveValue(person.full_name);
});

test.describe("without script", () => {
  test.use({ javaScriptEnabled: false });

  test("the form says that it needs script, and has no submit button", async ({ page }) => {
    const form = await openPage(page);
    await expect(form.getByText(/^This form needs JavaScript/)).toBeVisible();
    await expect(form.locator("button[type=submit]")).toBeHidden();
  });
});
