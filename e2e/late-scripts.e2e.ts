/** While scripts are still arriving, a visitor loses no input, and the page moves neither scroll nor focus. */
import type { Locator, Page } from "@playwright/test";

import type { DataRequirement } from "../domain/data-requirement.ts";
import { definitionOf, FIELDS, type FieldName } from "../domain/fields.ts";
import { expect, test } from "../test-support/e2e/site.ts";
import {
  delayScripts,
  expectOneScrollDirection,
  field,
  fillAndSubmitNatively,
  hardware,
  heroButton,
  hold,
  hydrateForms,
  inlineForm,
  openDialog,
  openEarly,
  recordScrolling,
  SCRIPTS,
  waitForFonts,
} from "../test-support/e2e/visitor.ts";
import { FULL_REQUIREMENT } from "../test-support/valid-requirement.ts";

const PERSON = FIELDS.filter((name) => definitionOf(name).part === "person");
const BEFORE_ROLE = PERSON.slice(0, PERSON.indexOf("role_title"));

type Place = {
  name: string;
  open: (page: Page) => Promise<Locator>;
  /** Delays of all scripts, in milliseconds: those of the dialog include a script that is slower than its visitor. */
  delays: number[];
};

const PLACES: Place[] = [
  { name: "page", open: async (page) => inlineForm(page), delays: [400] },
  { name: "dialog", open: (page) => openDialog(page), delays: [100, 1_200] },
];

for (const { name: place, open, delays } of PLACES) {
  for (const delay of delays) {
    test(`text typed in the ${place} is kept with its focus and caret, with scripts ${delay} ms late`, async ({
      page,
      person,
    }) => {
      await delayScripts(page, delay);
      const scrolling = await recordScrolling(page);
      await openEarly(page);
      const form = await open(page);
      await field(form, "full_name").click();
      await scrolling.restart();
      const requirement = { ...FULL_REQUIREMENT, ...person };
      for (const name of BEFORE_ROLE) {
        await expect(field(form, name)).toBeFocused();
        await page.keyboard.type(textOf(name, requirement[name]), { delay: 10 });
        await page.keyboard.press("Tab");
      }
      await page.keyboard.type("Head of R");
      await hydrateForms(page);
      await page.keyboard.type("&D");
      for (const name of BEFORE_ROLE) {
        await expect(field(form, name)).toHaveValue(String(requirement[name]));
      }
      await expect(field(form, "role_title")).toHaveValue("Head of R&D");
      await expect(field(form, "role_title")).toBeFocused();
      expectOneScrollDirection(await scrolling.positions());
    });
  }

  test(`choices and text in the ${place} survive a reload, with scripts late both times`, async ({
    page,
  }) => {
    await delayScripts(page, 400);
    await openEarly(page);
    const form = await open(page);
    await hardware(form, "UMI").check();
    await field(form, "budget_range").selectOption("discuss");
    await field(form, "timeline").fill("By spring");
    await expectChoices(form);
    await hydrateForms(page);
    await expectChoices(form);
    await page.reload();
    await hydrateForms(page);
    await expectChoices(form);
  });

  for (const delay of delays) {
    test(`a request sent from the ${place} is stored once, with scripts ${delay} ms late`, async ({
      page,
      person,
      stored,
    }) => {
      await delayScripts(page, delay);
      await openEarly(page);
      await fillAndSubmitNatively(await open(page), person);
      // If the form's script is not there yet, the server responds with a page.
      const confirmation = page.getByText(/have been submitted/).filter({ visible: true });
      await expect(confirmation.first()).toBeVisible();
      expect(await stored()).toMatchObject([person]);
    });
  }
}

test("input entered before the first script survives a reload and a form that an extension has changed", async ({
  page,
}) => {
  let release = await hold(page, SCRIPTS);
  await openEarly(page);
  const form = inlineForm(page);
  await hardware(form, "UMI").check();
  await field(form, "budget_range").selectOption("discuss");
  await field(form, "timeline").fill("By summer");
  release();
  await hydrateForms(page);
  await field(form, "timeline").fill("By spring");
  release = await hold(page, SCRIPTS);
  await page.reload({ waitUntil: "commit" });
  await form
    .locator("legend")
    .first()
    .evaluate((legend) => legend.replaceChildren());
  await field(form, "company").fill("Analytical Engines");
  release();
  await hydrateForms(page);
  await expectChoices(form);
  await expect(field(form, "company")).toHaveValue("Analytical Engines");
});

test("Escape closes the dialog for good, with scripts late", async ({ page }) => {
  await delayScripts(page, 400);
  const scrolling = await recordScrolling(page);
  await openEarly(page);
  await scrolling.restart();
  const dialog = await openDialog(page);
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await hydrateForms(page);
  await expect(dialog).toBeHidden();
  await expect(heroButton(page)).toBeFocused();
  expect(new Set(await scrolling.positions())).toEqual(new Set([0]));
});

test("a page that is scrolled by wheel never goes back, with scripts late", async ({ page }) => {
  await delayScripts(page, 400);
  const scrolling = await recordScrolling(page);
  await openEarly(page);
  await scrolling.restart();
  await page.mouse.move(720, 450);
  const end = page.getByRole("contentinfo");
  while (!(await end.evaluate((it) => it.getBoundingClientRect().top < innerHeight))) {
    await page.mouse.wheel(0, 300);
  }
  await hydrateForms(page);
  expectOneScrollDirection(await scrolling.positions());
});

for (const [device, viewport] of Object.entries({
  phone: { width: 390, height: 844 },
  laptop: { width: 1440, height: 900 },
})) {
  test(`on a ${device} no section moves while scripts arrive`, async ({ page }) => {
    await page.setViewportSize(viewport);
    const release = await hold(page, SCRIPTS);
    await openEarly(page);
    const readTops = () =>
      page.evaluate(() =>
        [...document.querySelectorAll("section, footer")].map(
          (section) => section.getBoundingClientRect().top,
        ),
      );
    await waitForFonts(page);
    const tops = await readTops();
    release();
    await hydrateForms(page);
    expect(await readTops()).toEqual(tops);
  });
}

test("a reload keeps the scroll position, with scripts late", async ({ page }) => {
  await delayScripts(page, 400);
  await openEarly(page);
  await hydrateForms(page);
  await waitForFonts(page);
  await page.getByRole("contentinfo").evaluate((it) => it.scrollIntoView({ behavior: "instant" }));
  const scrolled = await page.evaluate(() => scrollY);
  for (let reload = 0; reload < 2; reload += 1) {
    await page.reload();
    await hydrateForms(page);
    expect(await page.evaluate(() => scrollY)).toBe(scrolled);
  }
});

/** Returns the text to type. A select chooses the option whose label is typed. */
function textOf(name: FieldName, value: DataRequirement[FieldName]): string {
  const definition = definitionOf(name);
  const options = definition.control === "select" ? definition.options : [];
  return options.find((option) => option.value === value)?.label ?? String(value);
}

async function expectChoices(form: Locator): Promise<void> {
  await expect(hardware(form, "UMI")).toBeChecked();
  await expect(field(form, "budget_range")).toHaveValue("discuss");
  await expect(field(form, "timeline")).toHaveValue("By spring");
}
