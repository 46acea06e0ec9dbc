/** Tests the build for a hosted backend, in which the page sends requests to PostgREST on another origin. */
import { REQUIRED_FIELDS } from "../domain/fields.ts";
import { NEEDS_SCRIPT } from "../domain/messages.ts";
import { runProbe } from "../test-support/e2e/probe.ts";
import { expect, test as base } from "../test-support/e2e/site.ts";
import { startVariant } from "../test-support/e2e/variant.ts";
import {
  expectStored,
  fillAndSubmit,
  FORM_SCRIPT,
  hold,
  openPage,
  submit,
  submitButton,
  toast,
  field,
  fillRequired,
  inlineForm,
  openEarly,
  expectLive,
  SCRIPTS,
} from "../test-support/e2e/visitor.ts";
import { startGateway } from "../test-support/services/gateway.ts";
import {
  findPostgresProblem,
  startPostgres,
  type HostedDatabase,
} from "../test-support/services/postgres.ts";
import { hasPostgrest, startPostgrest } from "../test-support/services/postgrest.ts";

type Hosted = { origin: string; database: HostedDatabase; cutPosts: (isOn: boolean) => void };

const test = base.extend<object, { hosted: Hosted }>({
  hosted: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright requires an object pattern
    async ({}, use) => {
      const cluster = await startPostgres();
      const database = await cluster.createDatabase();
      const api = await startPostgrest(database.authenticatorUrl);
      const gateway = await startGateway(api.url);
      const key = "sb_publishable_test";
      const site = await startVariant({
        env: { VITE_POSTGREST_URL: gateway.url, VITE_SUPABASE_PUBLISHABLE_KEY: key },
      });
      await use({ origin: site.origin, database, cutPosts: gateway.cutPosts });
      await site.stop();
      gateway.stop();
      await api.stop();
      await cluster.stop();
    },
    { scope: "worker", timeout: 120_000 },
  ],
  baseURL: async ({ hosted }, use) => use(hosted.origin),
  stored: async ({ hosted, person }, use) =>
    use(() =>
      hosted.database.run(`select * from data_requirements where email = '${person.email}'`),
    ),
});

const missing = findPostgresProblem() ?? (hasPostgrest ? null : "PostgREST does not run here");
test.skip(missing !== null, missing ?? "");
test.describe.configure({ mode: "serial" });
test.use({ expectedErrors: [/Failed to load resource/] });

/** Chromium itself sends a POST again if the connection is cut that a preflight had opened. */
test("when the connection is cut after a hosted backend has stored a request, one press was one fetch, and another press stores nothing more", async ({
  page,
  person,
  stored,
  hosted,
}) => {
  const form = await openPage(page);
  let fetches = 0;
  page.on("request", (request) => {
    if (request.method() === "POST") fetches += 1;
  });
  hosted.cutPosts(true);
  await fillAndSubmit(form, person);
  await expect(form.locator(":focus")).toHaveText(
    /We cannot tell whether your request arrived.+ Please send it again\. It may be stored twice/,
  );
  expect(fetches).toBe(1);
  hosted.cutPosts(false);
  await submit(form);
  await expectStored(page);
  expect(await stored()).toHaveLength(1);
});

test.describe(() => {
  test.use({ javaScriptEnabled: false });

  test("without JavaScript the form for a hosted backend says that it needs JavaScript, and its button is disabled", async ({
    page,
  }) => {
    const form = await openPage(page);
    await expect(form.getByText(NEEDS_SCRIPT)).toBeVisible();
    await expect(submitButton(form)).toBeDisabled();
  });
});

for (const [script, urls] of [
  ["the page's", SCRIPTS],
  ["the form's", FORM_SCRIPT],
] as const) {
  test(`while ${script} JavaScript is late, a form for a hosted backend says only after a while that it needs it`, async ({
    page,
  }) => {
    const release = await hold(page, urls);
    await openEarly(page);
    const form = inlineForm(page);
    await form.scrollIntoViewIfNeeded();
    await expect(form.getByText(NEEDS_SCRIPT)).toBeHidden();
    await expect(submitButton(form)).toBeDisabled();
    await expect(form.getByText(NEEDS_SCRIPT)).toBeVisible();
    release();
    await expect(submitButton(form)).toBeEnabled();
    await expect(form.getByText(NEEDS_SCRIPT)).toHaveCount(0);
  });
}

test("before the first script, clicking the disabled button of a hosted form loses no input", async ({
  page,
  person,
}) => {
  const release = await hold(page, SCRIPTS);
  await openEarly(page);
  const form = inlineForm(page);
  await fillRequired(form, person);
  await submitButton(form).click({ force: true });
  await field(form, "company").press("Enter");
  release();
  await expectLive(form);
  for (const name of REQUIRED_FIELDS) await expect(field(form, name)).toHaveValue(person[name]);
});

test("when the probe runs on a hosted backend, it stores a probe request", async ({ hosted }) => {
  const { status, problem } = await runProbe([hosted.origin]);
  expect(problem).toBe("");
  expect(status).toBe(0);
  const probed = "select from data_requirements where spam_reason = 'probe'";
  expect(await hosted.database.run(probed)).toHaveLength(1);
});

test("when the table of a hosted backend is missing, visitor and provider read one sentence each", async ({
  page,
  person,
  hosted,
}) => {
  await hosted.database.run("alter table data_requirements rename to elsewhere");
  await fillAndSubmit(await openPage(page), person);
  await expect(toast(page, /^Database configuration error/)).toBeVisible();
  const { status, problem } = await runProbe([hosted.origin]);
  await hosted.database.run("alter table elsewhere rename to data_requirements");
  expect(problem).toMatch(
    /^http\S+ did not store the request: 40\d ".*data_requirements.*"\. Check .+ and run "npm run requests -- migrate --direct" on its database\.$/,
  );
  expect(status).toBe(1);
});
