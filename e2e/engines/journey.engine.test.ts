import { SITE } from "../../site/site.ts";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";

import { startSite, type SiteServer } from "../site-server.ts";
import type { Browser, Engine, Tab } from "./engine.ts";
import { chromium, firefox } from "./puppeteer.ts";
import { clickOn, findElement, findPage, resizeTo, typeInto } from "./visitor.ts";
import { webkit } from "./webkit.ts";

const ADA = {
  full_name: "Ada Byron",
  email: "ada@example.org",
  phone: "+44 20 7946 0000",
  company: "Analytical Engines",
};

const SUBMITTED =
  "Your data requirements have been submitted! We'll get back to you within 24 hours.";

const DIALOG = "#request-dialog";
const MENU = "#menu";
const INLINE = "#details form";
const TOASTS = "[aria-label=Notifications]";

for (const engine of [chromium, firefox, webkit]) {
  const missing = engine.missing ? `, for want of ${engine.missing}` : "";
  describe.skipIf(missing)(engine.name + missing, () => describeJourney(engine));
}

/** What a visitor does on the page, done in one engine. */
function describeJourney(engine: Engine): void {
  let site: SiteServer;
  let browser: Browser;
  let tab: Tab;

  beforeAll(async () => {
    [site, browser] = await Promise.all([startSite(), engine.launch({ reducedMotion: false })]);
  });
  afterAll(async () => {
    await browser?.close();
    await site?.stop();
  });

  beforeEach(() => openTab(browser));
  afterEach(async () => {
    const errors = tab.errors();
    await tab.close();
    expect(errors).toEqual([]);
  });

  async function openTab(from: Browser): Promise<void> {
    tab = await from.newTab();
    await resizeTo(tab, 1280, 800);
    await tab.open(site.origin);
  }
  const look = (selector: string) => tab.evaluate(findElement, selector);
  const lookAtPage = () => tab.evaluate(findPage);
  /** Waits until an element is so. */
  const see = (selector: string, state: Partial<Awaited<ReturnType<typeof look>>>) =>
    expect.poll(() => look(selector)).toMatchObject(state);
  const seePage = (state: Partial<Awaited<ReturnType<typeof lookAtPage>>>) =>
    expect.poll(lookAtPage).toMatchObject(state);
  const scrollTo = (y: number) =>
    tab.evaluate((top) => window.scrollTo({ top, behavior: "instant" }), y);

  async function openDialog(): Promise<void> {
    await clickOn(tab, ["#hero", "Request Data"]);
    await see(DIALOG, { visible: true });
    await see(`${DIALOG} form[data-live]`, { visible: true });
  }

  async function fillIn(form: string, person: typeof ADA): Promise<void> {
    await typeInto(tab, [form, "Full name"], person.full_name);
    await typeInto(tab, [form, "Email"], person.email);
    await typeInto(tab, [form, "Phone"], person.phone);
    await typeInto(tab, [form, "Company"], person.company);
  }

  async function storedFrom(email: string) {
    return (await site.readRequests()).filter((request) => request["email"] === email);
  }

  test("the page is complete: sections, pictures, typeface, nothing too wide", async () => {
    await tab.evaluate(() => {
      for (const picture of document.images) picture.loading = "eager";
    });
    const missingPictures = () =>
      tab.evaluate(() =>
        [...document.images]
          .filter(({ complete, naturalWidth }) => !complete || naturalWidth === 0)
          .map(({ currentSrc }) => currentSrc),
      );
    await expect.poll(missingPictures).toEqual([]);
    const drawn = await tab.evaluate(async () => {
      await document.fonts.ready;
      const { scrollWidth, clientWidth } = document.documentElement;
      return {
        sections: [...document.querySelectorAll("main > section")].map(({ id }) => id).join(" "),
        tooWide: scrollWidth > clientWidth,
        typeface: document.fonts.check("16px 'Instrument Sans'"),
        bar: getComputedStyle(document.querySelector(".bar") as Element).position,
      };
    });
    expect(drawn).toEqual({
      sections: "hero data-showcase specifications details showcase features",
      tooWide: false,
      typeface: true,
      bar: "fixed",
    });
  });

  test("the bar turns translucent white past 10 px, and back", async () => {
    const bar = () =>
      tab.evaluate(() => {
        const style = getComputedStyle(document.querySelector(".bar") as Element);
        return [style.backgroundColor, style.boxShadow === "none"];
      });
    await expect.poll(bar).toEqual(["rgba(0, 0, 0, 0)", true]);
    await scrollTo(11);
    await expect.poll(bar).toEqual(["rgba(255, 255, 255, 0.8)", false]);
    await scrollTo(10);
    await expect.poll(bar).toEqual(["rgba(0, 0, 0, 0)", true]);
  });

  test("the bar's links travel to 80 px above their section, the logo to the top", async () => {
    await clickOn(tab, [".bar-links", "Contact"]);
    await see("#details", { top: 80 });
    await clickOn(tab, [".bar-links", "About"]);
    await see("#features", { top: 80 });
    await tab.evaluate(() => {
      const seen = Object.assign(window, { onTheWay: 0 });
      addEventListener("scroll", () => (seen.onTheWay += Number(scrollY > 0)));
    });
    await clickOn(tab, [".bar", `${SITE.name}, to the top`]);
    await seePage({ scrollY: 0 });
    const seen = await tab.evaluate(() => (window as never as { onTheWay: number }).onTheWay);
    expect(seen, "scrolled smoothly").toBeGreaterThan(0);
  });

  test("what lies below fades in once when it is reached, and stays", async () => {
    await see("[data-reveal=waiting]", { exists: true });
    await tab.evaluate(() =>
      document.querySelector("#features")?.scrollIntoView({ behavior: "instant" }),
    );
    await see("#features li:last-child", { visible: true });
    await scrollTo(0);
    expect(await look("#features li:last-child")).toMatchObject({ visible: true });
  });

  test("the showcase is three windows tall and shows its cards one after another", async () => {
    const { top, height } = await look(".data-showcase-region");
    expect(height).toBe(3 * 800);
    const shown = () =>
      tab.evaluate(() =>
        [...document.querySelectorAll(".data-showcase-card")].map((card) =>
          card.checkVisibility({ visibilityProperty: true, opacityProperty: true }),
        ),
      );
    for (const [progress, cards] of [
      [0.05, [true, false, false]],
      [0.34, [true, true, false]],
      [0.67, [true, true, true]],
      [0.05, [true, false, false]],
    ] as const) {
      await scrollTo(top + progress * 2 * 800);
      await expect.poll(shown).toEqual(cards);
      expect(await look(".data-showcase-stage")).toMatchObject({ top: 0 });
    }
  });

  describe("the menu of a narrow window", () => {
    beforeEach(async () => {
      await resizeTo(tab, 480, 800);
      await clickOn(tab, [".bar", "Open menu"]);
      await see(MENU, { visible: true });
    });

    test("locks the page; a link closes it and travels to 100 px", async () => {
      expect(await lookAtPage()).toMatchObject({ locked: true });
      await clickOn(tab, [MENU, "Contact"]);
      await see(MENU, { visible: false });
      expect(await lookAtPage()).toMatchObject({ locked: false });
      await see("#details", { top: 100 });
    });

    test("closes by its button and by Escape, and gives focus back", async () => {
      await clickOn(tab, [MENU, "Close menu"]);
      await see(MENU, { visible: false });
      await seePage({ focused: "Open menu" });
      await clickOn(tab, [".bar", "Open menu"]);
      await see(MENU, { visible: true });
      await tab.key("Escape");
      await see(MENU, { visible: false });
      await seePage({ focused: "Open menu" });
    });

    test("closes when the window grows wide", async () => {
      await resizeTo(tab, 1280, 800);
      await see(MENU, { visible: false });
      expect(await lookAtPage()).toMatchObject({ locked: false });
    });
  });

  describe("the dialog", () => {
    test("is modal and keeps focus; Escape closes it and gives focus back", async () => {
      const { left } = await look("h1");
      await openDialog();
      expect(await look(`${DIALOG}:modal`)).toMatchObject({ exists: true });
      expect(await look("h1")).toMatchObject({ left });
      expect(await lookAtPage()).toMatchObject({ locked: true });
      for (let presses = 0; presses < 3; presses += 1) {
        await tab.key("Tab");
        expect(await look(`${DIALOG} :focus`)).toMatchObject({ exists: true });
      }
      await tab.key("Escape");
      await see(DIALOG, { visible: false });
      await seePage({ focused: "Request Data" });
    });

    test("covers a narrow window, and leaves the page as it was", async () => {
      await resizeTo(tab, 480, 800);
      await scrollTo(100);
      await openDialog();
      await see(DIALOG, { top: 0 });
      await tab.key("Escape");
      await see(DIALOG, { visible: false });
      expect(await lookAtPage()).toMatchObject({ focused: "Request Data", scrollY: 100 });
    });

    test("closes by its button, and by a press outside that ends outside", async () => {
      await openDialog();
      await clickOn(tab, [DIALOG, "Close"]);
      await see(DIALOG, { visible: false });
      await openDialog();
      // A selection of text that ends outside is no wish to leave.
      await tab.press({ x: 640, y: 300 }, { x: 20, y: 400 });
      expect(await look(DIALOG)).toMatchObject({ visible: true });
      await tab.press({ x: 20, y: 400 });
      await see(DIALOG, { visible: false });
    });

    test("holds its toasts, where they can be closed, and leads to what is wrong", async () => {
      await openDialog();
      await fillIn(DIALOG, { ...ADA, company: " " });
      await clickOn(tab, [DIALOG, "Submit request"]);
      const text = expect.stringContaining("Please fill in all required fields") as string;
      await see(`${DIALOG} ${TOASTS}`, { text });
      await seePage({ focused: "dialog-company" });
      const { description } = await look("#dialog-company");
      expect(description).toContain("company");
      await clickOn(tab, [DIALOG, "Dismiss notification"]);
      await see(`${DIALOG} ${TOASTS}`, { text: "" });
      expect(await look(DIALOG)).toMatchObject({ visible: true });
      expect(await look("#dialog-full_name")).toMatchObject({ value: ADA.full_name });
    });

    test("is closed by Back, which leaves the page where it was", async () => {
      await scrollTo(100);
      await openDialog();
      await tab.evaluate(() => history.back());
      await see(DIALOG, { visible: false });
      expect(await lookAtPage()).toMatchObject({ scrollY: 100 });
      await openDialog();
      await tab.key("Escape");
      await expect.poll(() => tab.evaluate(() => history.state === null)).toBe(true);
      await tab.evaluate(() => history.forward());
      await see(DIALOG, { visible: true });
    });

    test("sends a request that the desk reads", async () => {
      await openDialog();
      const person = { ...ADA, email: "dialog@example.org" };
      await fillIn(DIALOG, person);
      await clickOn(tab, [DIALOG, "Submit request"]);
      await see(`${DIALOG} ${TOASTS}`, { text: SUBMITTED });
      const stored = { ...person, hardware_setup: null, budget_range: null };
      expect(await storedFrom(person.email)).toMatchObject([stored]);
    });
  });

  test("a form filled in by hand is stored, all of it, and is then empty", async () => {
    const person = { ...ADA, email: "hand@example.org" };
    await fillIn(INLINE, person);
    await typeInto(tab, [INLINE, "Data type (optional)"], "Folding towels");
    await clickOn(tab, [INLINE, "ALOHA"]);
    await clickOn(tab, [INLINE, "Depth Cameras"]);
    await tab.evaluate(() => document.querySelector<HTMLElement>("#inline-budget_range")?.focus());
    await tab.type("$50");
    await clickOn(tab, [INLINE, "Submit request"]);
    await see(TOASTS, { text: SUBMITTED });
    expect(await storedFrom(person.email)).toMatchObject([
      {
        ...person,
        data_type: "Folding towels",
        hardware_setup: ["ALOHA", "Depth Cameras"],
        budget_range: "50k-100k",
        timeline: null,
      },
    ]);
    expect(await look("#inline-full_name")).toMatchObject({ value: "" });
  });

  test("each legend of the form stands a line above its first field", async () => {
    const gaps = await tab.evaluate(() =>
      [...document.querySelectorAll("#inline .form-section")].map((section) => {
        const words = document.createRange();
        words.selectNodeContents(section.querySelector("legend") as Element);
        const label = section.querySelector("label")?.getBoundingClientRect();
        return Math.round((label?.top ?? NaN) - words.getBoundingClientRect().bottom);
      }),
    );
    expect(gaps).toHaveLength(2);
    for (const gap of gaps) {
      expect(gap).toBeGreaterThanOrEqual(16);
      expect(gap).toBeLessThanOrEqual(32);
    }
  });

  test("a long text can be read whole: its field grows, or scrolls and can be made larger", async () => {
    await typeInto(tab, [INLINE, "Data type (optional)"], "towel\n".repeat(6));
    const { sized, ...box } = await tab.evaluate(() => {
      const area = document.querySelector("#inline-data_type") as HTMLTextAreaElement;
      const style = getComputedStyle(area);
      return {
        sized: CSS.supports("field-sizing", "content"),
        hidden: area.scrollHeight > area.clientHeight,
        rows: area.clientHeight >= 3 * Number.parseFloat(style.lineHeight),
        resize: style.resize,
        scrolls: style.overflowY !== "hidden",
      };
    });
    expect(box).toEqual({ hidden: !sized, rows: true, resize: "vertical", scrolls: true });
  });

  test("a draft and the page's effects are alive after a visit elsewhere and back", async () => {
    await typeInto(tab, [INLINE, "Company"], ADA.company);
    await tab.open(`${site.origin}/nowhere`);
    await tab.evaluate(() => history.back());
    await see("#inline-company", { value: ADA.company });
    await scrollTo(500);
    await see(".bar[data-scrolled]", { visible: true });
    await scrollTo(0);
    await openDialog();
    expect(await look("#dialog-company")).toMatchObject({ value: ADA.company });
  });

  test("another path is the 404 page, and leads home", async () => {
    await tab.open(`${site.origin}/nowhere`);
    await clickOn(tab, ["main", "Return to Home"]);
    await seePage({ path: "/" });
  });

  test("with reduced motion travel is a jump, nothing is hidden or moves, dialogs open at once", async ({
    onTestFinished,
  }) => {
    const calm = await engine.launch({ reducedMotion: true });
    onTestFinished(() => calm.close());
    await tab.close();
    await openTab(calm);
    await clickOn(tab, [".bar-links", "About"]);
    expect(await look("#features")).toMatchObject({ top: 80 });
    const moved = await tab.evaluate(() => ({
      waiting: document.querySelectorAll("[data-reveal]").length,
      parallax: getComputedStyle(document.querySelector(".hero-blob") as Element).translate,
      moving: document.getAnimations().filter((one) => !(one instanceof CSSTransition)).length,
    }));
    expect(moved).toEqual({ waiting: 0, parallax: "none", moving: 0 });
    await scrollTo(0);
    await openDialog();
    await tab.key("Escape");
    await see(DIALOG, { visible: false });
  });
}
