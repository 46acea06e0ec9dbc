import { FIELDS, REQUIRED_FIELDS } from "../domain/fields.ts";
import { expect, test } from "../test-support/e2e/site.ts";
import {
  boxOf,
  expectLive,
  expectStored,
  field,
  fillAndSubmit,
  fillIn,
  fillRequired,
  hold,
  INSERT,
  inlineForm,
  openDialog,
  openPage,
  submit,
  submitButton,
  toast,
} from "../test-support/e2e/visitor.ts";
import { FULL_REQUIREMENT } from "../test-support/valid-requirement.ts";

test("the second click of a double click on the dialog's submit button does not dismiss the confirmation", async ({
  page,
}) => {
  await openPage(page);
  const dialog = await openDialog(page);
  await fillRequired(dialog);
  const release = await hold(page, INSERT);
  await submit(dialog);
  const button = await boxOf(submitButton(dialog));
  const hit = page.evaluate(readFirstHit, button);
  release();
  expect(await hit).toBeUndefined();
  await expect(dialog.getByRole("button", { name: "Send another request" })).toBeVisible();
});

test("every field is stored as the visitor has filled it in, and the form is empty afterwards", async ({
  page,
  person,
  stored,
}) => {
  const form = await openPage(page);
  const requirement = { ...FULL_REQUIREMENT, ...person };
  for (const name of FIELDS) await fillIn(form, name, requirement[name]);
  await submit(form);
  await expectStored(page);
  expect(await stored()).toMatchObject([requirement]);
  await form.getByRole("button", { name: "Send another request" }).click();
  for (const name of REQUIRED_FIELDS) await expect(field(form, name)).toHaveValue("");
});

test("when the browser translates the page, the form still sends", async ({
  page,
  person,
  stored,
}) => {
  const form = await openPage(page);
  await form.scrollIntoViewIfNeeded();
  await expectLive(form);
  await page.evaluate(translate);
  // Does not use click(), because React may replace the button between mousedown and mouseup.
  await submitButton(form).dispatchEvent("click");
  await expect(toast(page, "Please fill in all required fields")).toBeVisible();
  await page.evaluate(translate);
  await fillAndSubmit(form, person);
  await expectStored(page);
  expect(await stored()).toMatchObject([person]);
});

test("when the browser blocks storage, the form still sends", async ({ page, person, stored }) => {
  await page.addInitScript(() => {
    for (const storage of ["sessionStorage", "localStorage"]) {
      Object.defineProperty(window, storage, {
        get() {
          throw new DOMException("The request was denied.", "SecurityError");
        },
      });
    }
  });
  await openPage(page);
  const dialog = await openDialog(page);
  await fillRequired(dialog, person);
  await dialog.getByRole("button", { name: "Close" }).click();
  await submit(inlineForm(page));
  await expectStored(page);
  expect(await stored()).toMatchObject([person]);
});

test("a sent request leaves a reference that survives a reload, and neither cookies nor localStorage entries", async ({
  page,
  context,
  person,
  stored,
}) => {
  const form = await openPage(page);
  await fillAndSubmit(form, person);
  await expectStored(page);
  const [row] = await stored();
  await page.reload();
  await expect(form.getByText(String(row?.["id"]).slice(-8))).toBeVisible();
  expect(await context.cookies()).toEqual([]);
  expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([]);
});

/** In the first frame that shows the confirmation, finds the control at the centre of the given box. */
async function readFirstHit({
  x,
  y,
  width,
  height,
}: Awaited<ReturnType<typeof boxOf>>): Promise<string | undefined> {
  const find = () =>
    [...document.querySelectorAll("p")].find(
      (one) => one.textContent === "Request sent" && one.checkVisibility(),
    );
  while (!find()) await new Promise(requestAnimationFrame);
  const hit = document.elementFromPoint(x + width / 2, y + height / 2);
  return hit?.closest("button, input")?.outerHTML;
}

/** Replaces text nodes with <font> elements, as Google Translate does in Chrome. */
function translate(): void {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const texts: Node[] = [];
  while (walker.nextNode()) texts.push(walker.currentNode);
  for (const text of texts) {
    const { parentElement } = text;
    if (!text.textContent?.trim() || !parentElement) continue;
    if (/^(script|style|textarea|option|title|font)$/i.test(parentElement.tagName)) continue;
    const font = document.createElement("font");
    font.append(text.textContent);
    text.parentNode?.replaceChild(font, text);
  }
}
