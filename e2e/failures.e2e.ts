import { explainFailure } from "../domain/messages.ts";
import { expect, test } from "../test-support/e2e/site.ts";
import {
  expectLive,
  expectStored,
  fillAndSubmit,
  fillRequired,
  INSERT,
  openDialog,
  openPage,
  submit,
  submitButton,
  toast,
} from "../test-support/e2e/visitor.ts";
import { ADA } from "../test-support/valid-requirement.ts";

const NOT_STORED = { mayBeStored: false, isOwnServer: true };

test.use({ expectedErrors: [/Failed to load resource/] });

test("after a rejection the visitor reads a toast, and can send the kept input again", async ({
  page,
  person,
  stored,
}) => {
  const warnings: string[] = [];
  page.on("console", (message) => message.type() === "warning" && warnings.push(message.text()));
  await page.route(INSERT, (route) =>
    route.fulfill({
      status: 400,
      json: { code: "23514", message: `relation "x", ${ADA.company}` },
    }),
  );
  const form = await openPage(page);
  await fillAndSubmit(form, person);
  const message = toast(page, "Failed to submit form. Please try again.");
  await expect(message).toBeVisible();
  await expect(form.locator(":focus")).toContainText(explainFailure("rejected", NOT_STORED).advice);
  expect(warnings).toEqual([
    "Sending failed: rejected, HTTP status 400, code 23514, error none, online true",
  ]);

  await page.unroute(INSERT);
  await submit(form);
  await expectStored(page);
  await expect(message).toHaveCount(0);
  expect(await stored()).toMatchObject([person]);
});

test("after a failure in the dialog of a phone the advice and both buttons are in view", async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.route(INSERT, (route) => route.fulfill({ status: 400, json: {} }));
  await openPage(page);
  const dialog = await openDialog(page);
  await fillAndSubmit(dialog);
  await expect(dialog.locator(":focus")).toContainText(
    explainFailure("rejected", NOT_STORED).advice,
  );
  await expect(dialog.locator(":focus")).toBeInViewport({ ratio: 1 });
  for (const button of [submitButton(dialog), dialog.getByRole("button", { name: "Close" })]) {
    await expect(button).toBeInViewport({ ratio: 1 });
  }
});

test("after a submit without network the input is kept, and sent at the next submit", async ({
  page,
  context,
  person,
  stored,
}) => {
  const form = await openPage(page);
  await fillRequired(form, person);
  await expectLive(form);
  await context.setOffline(true);
  await submit(form);
  await expect(toast(page, /^Connection error/)).toBeVisible();
  await expect(form.getByText(/You are offline\. We cannot tell .+ still here/)).toBeVisible();
  await context.setOffline(false);
  expect(await stored()).toEqual([]);
  await submit(form);
  await expectStored(page);
  expect(await stored()).toMatchObject([person]);
});
