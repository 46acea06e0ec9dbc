import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";

import { startSite, type SiteServer } from "../site-server.ts";
import { KEYS, type Browser, type Engine, type Tab } from "./engine.ts";
import { clickOn, typeInto } from "./visitor.ts";

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

/** What a visitor does on the page, done in one engine. */
export function describeJourney(engine: Engine): void {
  if (engine.missing) {
    console.log(`${engine.name} is not installed (Debian: ${engine.missing}): not tested.`);
  }

  describe.skipIf(engine.missing)(engine.name, () => {
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

    beforeEach(async () => {
      tab = await browser.newTab();
      await tab.resize(1280, 800);
      await tab.open(site.origin);
    });
    afterEach(async () => {
      const errors = tab.errors();
      await tab.close();
      expect(errors).toEqual([]);
    });

    const scrollY = () => tab.evaluate(() => window.scrollY);
    const topOf = (selector: string) =>
      tab.evaluate(
        (wanted) => Math.round(document.querySelector(wanted)?.getBoundingClientRect().top ?? NaN),
        selector,
      );
    const isVisible = (selector: string) =>
      tab.evaluate(
        (wanted) =>
          document.querySelector(wanted)?.checkVisibility({ opacityProperty: true }) ?? false,
        selector,
      );
    const textOf = (selector: string) =>
      tab.evaluate((wanted) => document.querySelector(wanted)?.textContent ?? "", selector);
    const valueOf = (selector: string) =>
      tab.evaluate(
        (wanted) => document.querySelector<HTMLInputElement>(wanted)?.value ?? "",
        selector,
      );
    const focused = () =>
      tab.evaluate(
        () =>
          document.activeElement?.getAttribute("aria-label") ?? document.activeElement?.id ?? "",
      );
    const isLocked = () =>
      tab.evaluate(() => getComputedStyle(document.documentElement).overflowY === "hidden");
    const scrollTo = (y: number) =>
      tab.evaluate((top) => window.scrollTo({ top, behavior: "instant" }), y);

    async function openDialog(): Promise<void> {
      await clickOn(tab, ["#hero", "Request Data"]);
      await expect.poll(() => isVisible(DIALOG)).toBe(true);
      await expect.poll(() => isVisible(`${DIALOG} form[data-live]`)).toBe(true);
    }

    async function fillIn(form: string, person: typeof ADA): Promise<void> {
      await typeInto(tab, [form, "Full name"], person.full_name);
      await typeInto(tab, [form, "Email"], person.email);
      await typeInto(tab, [form, "Phone"], person.phone);
      await typeInto(tab, [form, "Company"], person.company);
    }

    test("the page is complete: sections, pictures, typeface, nothing too wide", async () => {
      const sections = await tab.evaluate(() =>
        [...document.querySelectorAll("main > section")].map(({ id }) => id),
      );
      expect(sections).toEqual([
        "hero",
        "data-showcase",
        "specifications",
        "details",
        "showcase",
        "features",
      ]);
      await tab.evaluate(() => {
        for (const picture of document.querySelectorAll("img")) picture.loading = "eager";
      });
      await expect
        .poll(() =>
          tab.evaluate(() =>
            [...document.querySelectorAll("img")]
              .filter(({ complete, naturalWidth }) => !complete || naturalWidth === 0)
              .map(({ currentSrc }) => currentSrc),
          ),
        )
        .toEqual([]);
      const drawn = await tab.evaluate(async () => {
        await document.fonts.ready;
        const root = document.documentElement;
        return {
          tooWide: root.scrollWidth > root.clientWidth,
          typeface: document.fonts.check("16px 'Instrument Sans'"),
          bar: getComputedStyle(document.querySelector(".bar") as Element).position,
        };
      });
      expect(drawn).toEqual({ tooWide: false, typeface: true, bar: "fixed" });
    });

    test("the bar turns translucent white past 10 px, and back", async () => {
      const bar = () =>
        tab.evaluate(() => {
          const { backgroundColor, boxShadow } = getComputedStyle(
            document.querySelector(".bar") as Element,
          );
          return [backgroundColor, boxShadow === "none"];
        });
      await expect.poll(bar).toEqual(["rgba(0, 0, 0, 0)", true]);
      await scrollTo(11);
      await expect.poll(bar).toEqual(["rgba(255, 255, 255, 0.8)", false]);
      await scrollTo(10);
      await expect.poll(bar).toEqual(["rgba(0, 0, 0, 0)", true]);
    });

    test("the bar's links travel to 80 px above their section, the logo to the top", async () => {
      await clickOn(tab, [".bar-links", "Contact"]);
      await expect.poll(() => topOf("#details")).toBe(80);
      await clickOn(tab, [".bar-links", "About"]);
      await expect.poll(() => topOf("#features")).toBe(80);
      await tab.evaluate(() => {
        const passed: number[] = [];
        Object.assign(window, { passed });
        addEventListener("scroll", () => passed.push(window.scrollY));
      });
      await clickOn(tab, [".bar", "Leadthrough, to the top"]);
      await expect.poll(scrollY).toBe(0);
      // Smoothly: it was seen on its way.
      const passed = await tab.evaluate(
        () => (window as never as { passed: number[] }).passed.filter((y) => y > 0).length,
      );
      expect(passed).toBeGreaterThan(0);
    });

    test("what lies below fades in once when it is reached, and stays", async () => {
      await expect
        .poll(() => tab.evaluate(() => document.querySelectorAll("[data-reveal=waiting]").length))
        .toBeGreaterThan(0);
      await tab.evaluate(() =>
        document.querySelector("#features")?.scrollIntoView({ behavior: "instant" }),
      );
      await expect.poll(() => isVisible("#features li:last-child")).toBe(true);
      await scrollTo(0);
      expect(await isVisible("#features li:last-child")).toBe(true);
    });

    test("the showcase is three windows tall and shows its cards one after another", async () => {
      const { top, height } = await tab.evaluate(() => {
        const box = document.querySelector(".showcase-region")?.getBoundingClientRect();
        return { top: (box?.top ?? 0) + window.scrollY, height: box?.height ?? 0 };
      });
      expect(height).toBe(3 * 800);
      const shown = () =>
        tab.evaluate(() =>
          [...document.querySelectorAll(".showcase-card")].map((card) =>
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
        expect(await topOf(".showcase-stage")).toBe(0);
      }
    });

    describe("the menu of a narrow window", () => {
      beforeEach(async () => {
        await tab.resize(480, 800);
        await clickOn(tab, [".bar", "Open menu"]);
        await expect.poll(() => isVisible(MENU)).toBe(true);
      });

      test("locks the page; a link closes it and travels to 100 px", async () => {
        expect(await isLocked()).toBe(true);
        await clickOn(tab, [MENU, "Contact"]);
        await expect.poll(() => isVisible(MENU)).toBe(false);
        expect(await isLocked()).toBe(false);
        await expect.poll(() => topOf("#details")).toBe(100);
      });

      test("closes by its button and by Escape, and gives focus back", async () => {
        await clickOn(tab, [MENU, "Close menu"]);
        await expect.poll(() => isVisible(MENU)).toBe(false);
        await expect.poll(focused).toBe("Open menu");
        await clickOn(tab, [".bar", "Open menu"]);
        await expect.poll(() => isVisible(MENU)).toBe(true);
        await tab.type(KEYS.escape);
        await expect.poll(() => isVisible(MENU)).toBe(false);
        await expect.poll(focused).toBe("Open menu");
      });

      test("closes when the window grows wide", async () => {
        await tab.resize(1280, 800);
        await expect.poll(() => isVisible(MENU)).toBe(false);
        expect(await isLocked()).toBe(false);
      });
    });

    describe("the dialog", () => {
      test("is modal and keeps focus; Escape closes it and gives focus back", async () => {
        const place = await tab.evaluate(
          () => document.querySelector("h1")?.getBoundingClientRect().left ?? NaN,
        );
        await openDialog();
        const state = await tab.evaluate(() => ({
          modal: document.querySelector("#request-dialog")?.matches(":modal") ?? false,
          place: document.querySelector("h1")?.getBoundingClientRect().left ?? NaN,
        }));
        expect(state).toEqual({ modal: true, place });
        expect(await isLocked()).toBe(true);
        for (let presses = 0; presses < 3; presses += 1) {
          await tab.type(KEYS.tab);
          const inside = await tab.evaluate(
            () => document.activeElement?.closest("#request-dialog") !== null,
          );
          expect(inside).toBe(true);
        }
        await tab.type(KEYS.escape);
        await expect.poll(() => isVisible(DIALOG)).toBe(false);
        await expect.poll(focused).toBe("");
        expect(await tab.evaluate(() => document.activeElement?.textContent)).toBe("Request Data");
      });

      test("covers a narrow window, and leaves the page as it was", async () => {
        await tab.resize(480, 800);
        await scrollTo(100);
        await openDialog();
        await expect.poll(() => topOf(DIALOG)).toBe(0);
        await tab.type(KEYS.escape);
        await expect.poll(() => isVisible(DIALOG)).toBe(false);
        expect(await tab.evaluate(() => document.activeElement?.textContent)).toBe("Request Data");
        expect(await scrollY()).toBe(100);
      });

      test("closes by its button, and by a press outside that ends outside", async () => {
        await openDialog();
        await clickOn(tab, [DIALOG, "Close"]);
        await expect.poll(() => isVisible(DIALOG)).toBe(false);
        await openDialog();
        // A selection of text that ends outside is no wish to leave.
        await tab.press({ x: 640, y: 300 }, { x: 20, y: 400 });
        expect(await isVisible(DIALOG)).toBe(true);
        await tab.press({ x: 20, y: 400 });
        await expect.poll(() => isVisible(DIALOG)).toBe(false);
      });

      test("holds its toasts, where they can be closed, and leads to what is wrong", async () => {
        await openDialog();
        await fillIn(DIALOG, { ...ADA, company: " " });
        await clickOn(tab, [DIALOG, "Submit request"]);
        await expect
          .poll(() => textOf(`${DIALOG} [aria-label=Notifications]`))
          .toContain("Please fill in all required fields");
        await expect.poll(focused).toBe("dialog-company");
        const description = await tab.evaluate(() => {
          const ids = document.activeElement?.getAttribute("aria-describedby")?.split(" ") ?? [];
          return ids.map((id) => document.getElementById(id)?.textContent ?? "").join(" ");
        });
        expect(description).toContain("company");
        await clickOn(tab, [DIALOG, "Dismiss notification"]);
        await expect.poll(() => textOf(`${DIALOG} [aria-label=Notifications]`)).toBe("");
        expect(await isVisible(DIALOG)).toBe(true);
        expect(await valueOf("#dialog-full_name")).toBe(ADA.full_name);
      });

      test("is closed by Back, which leaves the page where it was", async () => {
        await scrollTo(100);
        await openDialog();
        await tab.back();
        await expect.poll(() => isVisible(DIALOG)).toBe(false);
        expect(await scrollY()).toBe(100);
        await openDialog();
        await tab.type(KEYS.escape);
        await expect.poll(() => tab.evaluate(() => history.state === null)).toBe(true);
        await tab.evaluate(() => history.forward());
        await expect.poll(() => isVisible(DIALOG)).toBe(true);
      });

      test("sends a request that the desk reads", async () => {
        await openDialog();
        const person = { ...ADA, email: "dialog@example.org" };
        await fillIn(DIALOG, person);
        await clickOn(tab, [DIALOG, "Submit request"]);
        await expect.poll(() => textOf(`${DIALOG} [aria-label=Notifications]`)).toBe(SUBMITTED);
        const stored = (await site.readRequests()).filter(({ email }) => email === person.email);
        expect(stored).toMatchObject([{ ...person, hardware_setup: null, budget_range: null }]);
      });
    });

    test("a form filled in by hand is stored, all of it, and is then empty", async () => {
      const person = { ...ADA, email: "hand@example.org" };
      await fillIn(INLINE, person);
      await typeInto(tab, [INLINE, "Data type (optional)"], "Folding towels");
      await clickOn(tab, [INLINE, "ALOHA"]);
      await clickOn(tab, [INLINE, "Depth Cameras"]);
      await tab.evaluate(() =>
        document.querySelector<HTMLElement>("#inline-budget_range")?.focus(),
      );
      await tab.type("$50");
      await clickOn(tab, [INLINE, "Submit request"]);
      await expect.poll(() => textOf("[aria-label=Notifications]")).toBe(SUBMITTED);
      const stored = (await site.readRequests()).filter(({ email }) => email === person.email);
      expect(stored).toMatchObject([
        {
          ...person,
          data_type: "Folding towels",
          hardware_setup: ["ALOHA", "Depth Cameras"],
          budget_range: "50k-100k",
          timeline: null,
        },
      ]);
      expect(await valueOf("#inline-full_name")).toBe("");
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
      const field = "#inline-data_type";
      await typeInto(tab, [INLINE, "Data type (optional)"], `towel${KEYS.enter}`.repeat(6));
      const { sized, ...box } = await tab.evaluate((selector) => {
        const area = document.querySelector(selector) as HTMLTextAreaElement;
        const style = getComputedStyle(area);
        return {
          sized: CSS.supports("field-sizing", "content"),
          hidden: area.scrollHeight > area.clientHeight,
          rows: area.clientHeight >= 3 * Number.parseFloat(style.lineHeight),
          resize: style.resize,
          scrolls: style.overflowY !== "hidden",
        };
      }, field);
      expect(box).toEqual({ hidden: !sized, rows: true, resize: "vertical", scrolls: true });
    });

    test("a draft and the page's effects are alive after a visit elsewhere and back", async () => {
      await typeInto(tab, [INLINE, "Company"], ADA.company);
      await tab.open(`${site.origin}/nowhere`);
      await tab.back();
      await expect.poll(() => valueOf("#inline-company")).toBe(ADA.company);
      await scrollTo(500);
      await expect.poll(() => isVisible(".bar[data-scrolled]")).toBe(true);
      await scrollTo(0);
      await openDialog();
      expect(await valueOf("#dialog-company")).toBe(ADA.company);
    });

    test("another path is the 404 page, and leads home", async () => {
      await tab.open(`${site.origin}/nowhere`);
      await clickOn(tab, ["main", "Return to Home"]);
      await expect.poll(() => tab.evaluate(() => location.pathname)).toBe("/");
    });

    describe("with reduced motion", () => {
      let calm: Browser;
      beforeAll(async () => {
        calm = await engine.launch({ reducedMotion: true });
      });
      afterAll(() => calm?.close());

      test("travel is a jump, nothing is hidden or moves, and dialogs open at once", async () => {
        await tab.close();
        tab = await calm.newTab();
        await tab.resize(1280, 800);
        await tab.open(site.origin);
        await clickOn(tab, [".bar-links", "About"]);
        expect(await topOf("#features")).toBe(80);
        const moved = await tab.evaluate(() => ({
          waiting: document.querySelectorAll("[data-reveal]").length,
          parallax: getComputedStyle(document.querySelector(".hero-blob") as Element).translate,
          moving: document.getAnimations().filter((one) => !(one instanceof CSSTransition)).length,
        }));
        expect(moved).toEqual({ waiting: 0, parallax: "none", moving: 0 });
        await scrollTo(0);
        await openDialog();
        await tab.type(KEYS.escape);
        await expect.poll(() => isVisible(DIALOG)).toBe(false);
      });
    });
  });
}
