import { beforeAll, beforeEach, describe, expect, onTestFinished, test } from "vitest";

import { askFor, FIELDS, type DataRequirement } from "../../domain/data-requirement.ts";
import { SITE } from "../../site/site.ts";
import { labelOf } from "../../test-support/label-of.ts";
import { startSite, storedFrom, type SiteServer } from "../../test-support/site-server.ts";
import { ADA, FULL_REQUIREMENT } from "../../test-support/valid-requirement.ts";
import type { Browser, Engine } from "./engines.ts";
import { clickOn, press, readElement, readPage, resizeTo, typeInto } from "./visitor.ts";
import type { Tab } from "./webkit.ts";

const DIALOG = "#request-dialog";
const MENU = "#menu";
const INLINE = "#details form";
const TOASTS = "[aria-label=Notifications]";
const SUBMITTED =
  "Your data requirements have been submitted! We'll get back to you within 24 hours.";

/** What a visitor does on the page, in an engine. */
export function testJourney(engine: Engine): void {
  const skipped = engine.missing ? `, not tested without ${engine.missing}` : "";
  describe.skipIf(skipped)(engine.name + skipped, () => describeJourney(engine));
}

function describeJourney(engine: Engine): void {
  let site: SiteServer;
  let browser: Browser;
  let tab: Tab;

  beforeAll(async () => {
    site = await startSite();
    browser = await engine.launch(false);
    return async () => {
      await browser.close();
      await site.stop();
    };
  });
  beforeEach(() => openTab(browser));

  /** Opens the page. Returns a function that closes it and expects that it reported no error. */
  async function openTab({ newTab }: Browser): Promise<() => Promise<void>> {
    const errors: string[] = [];
    tab = await newTab(errors);
    const opened = tab;
    await resizeTo(tab, 1280, 800);
    await tab.goto(site.origin);
    return async () => {
      await opened.close();
      expect(errors).toEqual([]);
    };
  }
  const read = (selector: string) => tab.evaluate(readElement, selector);
  const waitFor = (selector: string, state: object) =>
    expect.poll(() => read(selector)).toMatchObject(state);
  const waitForPage = (state: object) =>
    expect.poll(() => tab.evaluate(readPage)).toMatchObject(state);
  const scrollTo = (y: number) =>
    tab.evaluate((top) => window.scrollTo({ top, behavior: "instant" }), y);

  async function openDialog(): Promise<void> {
    await clickOn(tab, ["#hero", "Request Data"]);
    await waitFor(DIALOG, { visible: true });
    await waitFor(`${DIALOG} form[data-hydrated]`, { visible: true });
  }

  /** Types the texts and ticks the hardware of a requirement, by the form's labels. */
  async function fillIn(form: string, requirement: Partial<DataRequirement>): Promise<void> {
    for (const field of FIELDS) {
      const value = requirement[field];
      if (field === "hardware_setup") {
        for (const option of value ?? []) await clickOn(tab, [form, option]);
      } else if (field !== "budget_range" && typeof value === "string") {
        await typeInto(tab, [form, labelOf(field)], value);
      }
    }
  }

  async function closeByEscape(dialog: string): Promise<void> {
    await tab.keyboard.press("Escape");
    await waitFor(dialog, { visible: false });
  }

  async function expectStored(row: Partial<DataRequirement> & { email: string }): Promise<void> {
    expect(storedFrom(site, row)).toMatchObject([row]);
  }

  test("the page is complete: sections, pictures, typeface, nothing too wide", async () => {
    const readContent = async () => {
      for (const picture of document.images) picture.loading = "eager";
      await document.fonts.ready;
      return {
        footer: document.querySelector("footer")?.textContent,
        hasHero: document.querySelector("#hero img") !== null,
        missing: [...document.images].filter((one) => !one.complete || !one.naturalWidth).length,
        sections: Array.from(document.querySelectorAll("main > section"), ({ id }) => id),
        tooWide: document.documentElement.scrollWidth > document.documentElement.clientWidth,
        typeface: document.fonts.check("16px 'Instrument Sans'"),
      };
    };
    const sections = ["hero", "data-showcase", "specifications", "details", "showcase", "features"];
    const readSpecified = async () => {
      const content = await tab.evaluate(readContent);
      return { ...content, sections: content.sections.filter((id) => sections.includes(id)) };
    };
    const footer = expect.stringContaining(
      "Let's build the future of robotics together.",
    ) as string;
    const complete = {
      footer,
      hasHero: true,
      missing: 0,
      sections,
      tooWide: false,
      typeface: true,
    };
    await expect.poll(readSpecified).toEqual(complete);
  });

  test("the bar is fixed, turns translucent white past 10 px, and back", async () => {
    const atTop = { position: "fixed", backgroundColor: "rgba(0, 0, 0, 0)", boxShadow: "none" };
    await waitFor(".nav-bar", { style: atTop });
    await scrollTo(11);
    // At most 80 %: what passes under it is recognised.
    const translucent = expect.stringMatching(/^rgba\(255, 255, 255, 0\.(7\d*|8)\)$/) as string;
    await waitFor(".nav-bar", { style: { backgroundColor: translucent } });
    expect((await read(".nav-bar")).style.boxShadow).not.toBe("none");
    await scrollTo(10);
    await waitFor(".nav-bar", { style: atTop });
  });

  test("the bar's links scroll to 80 px above their section, the logo to the top", async () => {
    await clickOn(tab, [".nav-bar-links", "Contact"]);
    await waitFor("#details", { top: 80 });
    await clickOn(tab, [".nav-bar-links", "Home"]);
    await waitForPage({ scrollY: 0 });
    await clickOn(tab, [".nav-bar-links", "About"]);
    await waitFor("#features", { top: 80 });
    await tab.evaluate(() =>
      addEventListener("scroll", () => {
        if (scrollY > 0) document.body.dataset["scrolledSmoothly"] = "";
      }),
    );
    await clickOn(tab, [".nav-bar", `${SITE.name}, to the top`]);
    await waitForPage({ scrollY: 0 });
    expect(await read("[data-scrolled-smoothly]")).toMatchObject({ count: 1 });
  });

  test("content below the window fades in once and stays", async () => {
    await expect.poll(async () => (await read("[data-reveal=waiting]")).count).toBeGreaterThan(0);
    await scrollTo((await read("#features")).top);
    await waitFor("#features li:last-child", { visible: true });
    await scrollTo(0);
    expect(await read("#features li:last-child")).toMatchObject({ visible: true });
  });

  const readShowcase = () => {
    const cards = [...document.querySelectorAll<HTMLElement>(".data-showcase-card")];
    return {
      inWindow: cards.map((card) => card.getBoundingClientRect().top < innerHeight),
      onTop: cards.findIndex((card) => {
        const { left, top, width } = card.getBoundingClientRect();
        return card.contains(document.elementFromPoint(left + width / 2, top + 40));
      }),
    };
  };

  test("the data showcase is three windows tall; each card comes up at its step and ends on top", async () => {
    const { top, height } = await read(".data-showcase-cards");
    expect(height).toBe(3 * 800);
    for (const [progress, onTop, inWindow] of [
      [0.32, 0, [true, false, false]],
      [0.34, 0, [true, true, false]],
      [0.65, 1, [true, true, false]],
      [0.67, 1, [true, true, true]],
      [0.85, 2, [true, true, true]],
      [0.05, 0, [true, false, false]],
    ] as const) {
      await scrollTo(top + progress * 2 * 800);
      await expect.poll(() => tab.evaluate(readShowcase)).toEqual({ onTop, inWindow });
    }
  });

  test("the data showcase's names lead to their cards, back and forth", async () => {
    await scrollTo((await read(".data-showcase-cards")).top);
    for (const [name, onTop] of [
      ["Fast Turnaround", 2],
      ["Quality First", 0],
      ["Hardware Agnostic", 1],
    ] as const) {
      await clickOn(tab, [".data-showcase-index", name]);
      await expect.poll(() => tab.evaluate(readShowcase)).toMatchObject({ onTop });
    }
  });

  describe("the menu of a narrow window", () => {
    const open = async () => {
      await clickOn(tab, [".nav-bar", "Open menu"]);
      await waitFor(MENU, { visible: true });
    };
    beforeEach(async () => {
      await resizeTo(tab, 480, 800);
      await open();
    });

    test("covers the window and locks the page; a link closes it and scrolls to 100 px above the section", async () => {
      await waitFor(MENU, { left: 0, top: 0, height: 800 });
      expect(await tab.evaluate(readPage)).toMatchObject({ locked: true });
      await clickOn(tab, [MENU, "Contact"]);
      await waitFor(MENU, { visible: false });
      expect(await tab.evaluate(readPage)).toMatchObject({ locked: false });
      await waitFor("#details", { top: 100 });
    });

    test("closes by its button, by Escape and in a wide window, and gives focus back", async () => {
      await clickOn(tab, [MENU, "Close menu"]);
      await waitFor(MENU, { visible: false });
      await waitForPage({ focused: "Open menu" });
      await open();
      await closeByEscape(MENU);
      await waitForPage({ focused: "Open menu" });
      await open();
      await resizeTo(tab, 1280, 800);
      await waitFor(MENU, { visible: false });
      expect(await tab.evaluate(readPage)).toMatchObject({ locked: false });
    });

    test("is replaced by the form that it opens", async () => {
      await clickOn(tab, [MENU, "Request Data"]);
      await waitFor(DIALOG, { visible: true });
      await waitFor(MENU, { visible: false });
    });
  });

  describe("the dialog", () => {
    test("is modal and keeps focus; Escape closes it and gives focus back", async () => {
      const { left } = await read("h1");
      await openDialog();
      expect(await read(`${DIALOG}:modal`)).toMatchObject({ count: 1 });
      expect(await read("h1")).toMatchObject({ left });
      expect(await tab.evaluate(readPage)).toMatchObject({ locked: true });
      for (let presses = 0; presses < 3; presses += 1) {
        await tab.keyboard.press("Tab");
        expect(await read(`${DIALOG} :focus`)).toMatchObject({ count: 1 });
      }
      await closeByEscape(DIALOG);
      await waitForPage({ focused: "Request Data", locked: false });
    });

    test("closes by its button, and by a press outside that ends outside", async () => {
      await openDialog();
      await clickOn(tab, [DIALOG, "Close"]);
      await waitFor(DIALOG, { visible: false });
      await openDialog();
      // Selecting text past the edge must not close it.
      await press(tab, { x: 640, y: 300 }, { x: 20, y: 400 });
      expect(await read(DIALOG)).toMatchObject({ visible: true });
      await press(tab, { x: 20, y: 400 });
      await waitFor(DIALOG, { visible: false });
    });

    test("closes by Back, which leaves the page where it was, and opens by Forward", async () => {
      await scrollTo(100);
      await openDialog();
      await tab.evaluate(() => history.back());
      await waitFor(DIALOG, { visible: false });
      expect(await tab.evaluate(readPage)).toMatchObject({ scrollY: 100 });
      await openDialog();
      await closeByEscape(DIALOG);
      await waitForPage({ hasHistoryState: false });
      await tab.evaluate(() => history.forward());
      await waitFor(DIALOG, { visible: true });
    });

    test("shows its toasts, leads to the invalid field, and sends what is corrected", async () => {
      const person = { ...ADA, email: "dialog@example.org" };
      await openDialog();
      await fillIn(DIALOG, { ...person, company: " " });
      await clickOn(tab, [DIALOG, "Submit request"]);
      const text = expect.stringContaining("Please fill in all required fields") as string;
      await waitFor(`${DIALOG} ${TOASTS}`, { text });
      await waitForPage({ focused: "dialog-company" });
      expect((await read("#dialog-company")).description).toContain(askFor("company"));
      await clickOn(tab, [DIALOG, "Dismiss notification"]);
      await waitFor(`${DIALOG} ${TOASTS}`, { text: "" });
      expect(await read(DIALOG)).toMatchObject({ visible: true });
      expect(await read("#dialog-full_name")).toMatchObject({ value: person.full_name });
      await typeInto(tab, [DIALOG, labelOf("company")], person.company);
      await clickOn(tab, [DIALOG, "Submit request"]);
      await waitFor(`${DIALOG} ${TOASTS}`, { text: SUBMITTED });
      await expectStored({ ...person, role_title: null, hardware_setup: null, budget_range: null });
    });
  });

  test("a form filled in by hand is stored, all of it, and is then empty", async () => {
    const requirement = { ...FULL_REQUIREMENT, email: "hand@example.org" };
    await fillIn(INLINE, { ...requirement, company: `${requirement.company} ` });
    await tab.evaluate(() => document.querySelector<HTMLElement>("#inline-budget_range")?.focus());
    await tab.keyboard.type("$10");
    await clickOn(tab, [INLINE, "Submit request"]);
    await waitFor(TOASTS, { text: SUBMITTED });
    await expectStored(requirement);
    await waitFor(`${INLINE} [data-outcome]:focus`, { visible: true });
    expect(await read("#inline-full_name")).toMatchObject({ value: "", visible: true });
  });

  test("a draft and the page's effects work after a visit elsewhere and back", async () => {
    await typeInto(tab, [INLINE, labelOf("company")], ADA.company);
    await waitFor(`${INLINE}[data-hydrated]`, { count: 1 });
    await tab.goto(`${site.origin}/nowhere`);
    // A page from the back/forward cache has no load event. `history.back()` in a script, with
    // more scripts after it, can leave WebKit's driver without a response for good.
    await tab.goBack({ waitUntil: [] });
    await waitFor("#inline-company", { value: ADA.company });
    await scrollTo(500);
    await waitFor(".nav-bar[data-scrolled]", { visible: true });
    await scrollTo(0);
    await openDialog();
    expect(await read("#dialog-company")).toMatchObject({ value: ADA.company });
  });

  test("with reduced motion links jump to their section, nothing is hidden or moves, dialogs open at once", async () => {
    const reduced = await engine.launch(true);
    onTestFinished(() => reduced.close());
    const expectNoErrors = await openTab(reduced);
    await clickOn(tab, [".nav-bar-links", "About"]);
    expect([80, 81]).toContain((await read("#features")).top); // Jumps end at whole pixels.
    expect(await read("[data-reveal]")).toMatchObject({ count: 0 });
    expect(await read(".hero-blob")).toMatchObject({ style: { translate: "none" } });
    const isMoving = () => document.getAnimations().some((one) => !(one instanceof CSSTransition));
    expect(await tab.evaluate(isMoving)).toBe(false);
    await tab.mouse.move(640, 300);
    expect(await read("#hero[style]")).toMatchObject({ count: 0 });
    await scrollTo(0);
    await openDialog();
    await closeByEscape(DIALOG);
    await expectNoErrors();
  });
}
