/** The build for a hosted backend: the page sends to PostgREST, on another origin. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

import type { Locator } from "@playwright/test";

import { LABELS, REQUIRED_FIELDS } from "../domain/data-requirement.ts";
import { explainFailure } from "../domain/texts/messages.ts";
import { runProbe } from "../test-support/e2e/probe.ts";
import { expect, test as base } from "../test-support/e2e/site.ts";
import { startVariant, type Variant } from "../test-support/e2e/variant.ts";
import {
  BLOCKED_SCRIPT,
  expectSent,
  field,
  fillAndSubmit,
  fillRequired,
  FORM_SCRIPT,
  hardware,
  inlineForm,
  openPage,
  openPageWithBlockedScript,
  submit,
} from "../test-support/e2e/visitor.ts";
import { findPostgresProblem, openPostgres, startPostgres } from "../test-support/postgres.ts";
import { hasPostgrest, startPostgrest } from "../test-support/postgrest.ts";
import { listRows } from "../test-support/rows.ts";

type Hosted = {
  origin: string;
  /** The URL of its PostgREST. */
  rest: string;
  rows: () => ReturnType<typeof listRows>;
  databaseUrl: string;
  /** Runs SQL as the database's superuser. */
  run: (sql: string) => Promise<unknown>;
};

const test = base.extend<object, { hosted: Hosted; withWrongKey: Variant }>({
  hosted: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright wants to see what a fixture uses
    async ({}, use) => {
      const cluster = await startPostgres();
      const store = openPostgres(cluster.url());
      // Applies the migration, as the Supabase CLI would.
      await store.check();
      const postgrest = await startPostgrest(cluster.url());
      const site = await startVariant({ env: { VITE_POSTGREST_URL: postgrest.url } });
      await use({
        origin: site.origin,
        rest: postgrest.url,
        rows: () => listRows(store),
        databaseUrl: cluster.url(),
        run: (sql) => cluster.run(sql),
      });
      await site.stop();
      await postgrest.stop();
      await store.close();
      await cluster.stop();
    },
    { scope: "worker", timeout: 120_000 },
  ],
  withWrongKey: [
    async ({ hosted }, use) => {
      const env = { VITE_POSTGREST_URL: hosted.rest, VITE_SUPABASE_PUBLISHABLE_KEY: "eyJ.e30.x" };
      const settings = join(mkdtempSync(join(tmpdir(), "site-settings-")), "site.ts");
      const given = readFileSync("site/site.ts", "utf8");
      writeFileSync(settings, given.replace("contactEmail: null", `contactEmail: "${CONTACT}"`));
      const site = await startVariant({ env, files: { "site/site.ts": settings } });
      await use(site);
      await site.stop();
      rmSync(dirname(settings), { recursive: true });
    },
    { scope: "worker", timeout: 120_000 },
  ],
  baseURL: async ({ hosted }, use) => use(hosted.origin),
  stored: async ({ hosted, person }, use) =>
    use(async () => (await hosted.rows()).filter(({ email }) => email === person.email)),
});

const CONTACT = "sales@example.com";

const missing = findPostgresProblem() ?? (hasPostgrest ? null : "PostgREST does not run here");
test.skip(missing !== null, missing ?? "");
test.describe.configure({ mode: "serial" });
test.use({ expectedErrors: [new RegExp(`Failed to load resource|${BLOCKED_SCRIPT.source}`)] });

test("a request is stored, and the created row comes back", async ({ page, person, stored }) => {
  const form = await openPage(page);
  await hardware(form, "ALOHA").check();
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
  await expect(field(form, "full_name")).toHaveValue(person.full_name);
});

test("with all script blocked the form says that it needs it", async ({ page, person }) => {
  const form = await openPageWithBlockedScript(page);
  await fillRequired(form, person);
  await submit(form);
  await expect(form.getByText(/^This form needs JavaScript/)).toBeVisible();
  await expect(page).toHaveURL("/");
  await expect(field(form, "full_name")).toHaveValue(person.full_name);
});

test.describe("when a lead would be lost, it can be emailed", () => {
  test("with what was typed where the backend rejects the key", async ({
    page,
    withWrongKey,
    person,
    stored,
  }) => {
    await page.goto(withWrongKey.origin);
    const form = inlineForm(page);
    await hardware(form, "UMI").check();
    await fillAndSubmit(form, person);
    await expect(form.getByText(explainFailure("denied").advice)).toBeVisible();
    const mail = form.getByRole("link", { name: CONTACT });
    expect(await readMail(mail)).toBe(
      [
        ...REQUIRED_FIELDS.map((name) => `${LABELS[name]}: ${person[name]}`),
        `${LABELS.hardware_setup}: UMI`,
      ].join("\r\n"),
    );
    expect(await stored()).toEqual([]);
  });

  test("without the form's script", async ({ page, withWrongKey, person }) => {
    await page.route(FORM_SCRIPT, (route) => route.abort());
    await page.goto(withWrongKey.origin);
    const form = inlineForm(page);
    await fillAndSubmit(form, person);
    const mail = form.getByRole("link", { name: CONTACT });
    expect(await readMail(mail)).toBeNull();
  });
});

async function readMail(link: Locator): Promise<string | null> {
  const url = new URL((await link.getAttribute("href")) ?? "");
  expect(url.protocol + url.pathname).toBe(`mailto:${CONTACT}`);
  return url.searchParams.get("body");
}

test.describe("without script", () => {
  test.use({ javaScriptEnabled: false });

  test("the form says that it needs script, and has no submit button", async ({ page }) => {
    const form = await openPage(page);
    await expect(form.getByText(/^This form needs JavaScript/)).toBeVisible();
    await expect(form.locator("button[type=submit]")).toBeHidden();
  });
});

test.describe("npm run probe", () => {
  test("stores a marked request, reads it back and erases it", async ({ hosted }) => {
    const before = await hosted.rows();
    const env = { DATABASE_URL: hosted.databaseUrl };
    const { status, output } = await runProbe([hosted.origin], env);
    expect(output).toMatch(/request was stored[\s\S]+read back[^\n]+erased/);
    expect(status).toBe(0);
    expect(await hosted.rows()).toEqual(before);
  });

  test("says that the backend rejects the page's key", async ({ withWrongKey }) => {
    const { status, failures } = await runProbe([withWrongKey.origin]);
    expect(failures).toEqual([
      expect.stringMatching(/status 401, code PGRST301 \(.+\): it rejects the page's key; build/),
    ]);
    expect(status).toBe(1);
  });

  for (const [title, breakIt, fixIt, sentence] of [
    [
      "the table is missing",
      "alter table public.data_requirements rename to elsewhere",
      "alter table public.elsewhere rename to data_requirements",
      /has no table data_requirements; apply supabase\/migrations/,
    ],
    [
      "a column is missing",
      "alter table private.insert_limits rename address_header to elsewhere",
      "alter table private.insert_limits rename elsewhere to address_header",
      /code 42703 \(".*address_header.*"\): its schema lacks a column; apply/,
    ],
    [
      "a function is missing",
      "alter function private.is_postgrest() rename to elsewhere",
      "alter function private.elsewhere() rename to is_postgrest",
      /code 42883 \(".*is_postgrest.*"\): its schema lacks a function; apply/,
    ],
    [
      "visitors may not insert",
      "revoke usage on schema public from anon, public",
      "grant usage on schema public to anon, public",
      /visitors may not insert; apply supabase\/migrations/,
    ],
  ] as const) {
    test(`says that ${title}, and leaves nothing`, async ({ hosted }) => {
      const before = await hosted.rows();
      await hosted.run(breakIt);
      const { status, failures } = await runProbe([hosted.origin]);
      await hosted.run(fixIt);
      expect(failures).toEqual([expect.stringMatching(sentence)]);
      expect(status).toBe(1);
      expect(await hosted.rows()).toEqual(before);
    });
  }
});
