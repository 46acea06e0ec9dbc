import type { Page } from "@playwright/test";
import { request as send } from "undici";

import { expect, test } from "./support/site.ts";
import { listen } from "./support/static-host.ts";

const ANCHORS = ["hero", "data-showcase", "specifications", "details", "showcase", "features"];

test.describe("the landing page", () => {
  test("has its sections in their order, one h1 and no heading level left out", async ({
    page,
  }) => {
    await page.goto("/");
    const ids = await page.locator("main > section").evaluateAll((all) => all.map(({ id }) => id));
    expect(ids).toEqual(ANCHORS);
    const levels = await page
      .locator("main :is(h1, h2, h3, h4)")
      .evaluateAll((all) => all.map(({ tagName }) => Number(tagName[1])));
    expect(levels.filter((level) => level === 1)).toHaveLength(1);
    for (const [at, level] of levels.entries()) {
      expect(level - (levels[at - 1] ?? 0)).toBeLessThanOrEqual(1);
    }
  });

  test("shows the features in order, each a tenth of a second after the one before", async ({
    page,
  }) => {
    await page.goto("/");
    const cards = page.locator("#features li");
    await expect(cards.getByRole("heading")).toHaveText([
      "Fast Turnaround",
      "Hardware Agnostic",
      "Quality First",
      "Custom Scenarios",
    ]);
    const delays = await cards.evaluateAll((all) =>
      all.map((card) => getComputedStyle(card).transitionDelay),
    );
    expect(delays).toEqual(["0s", "0.1s", "0.2s", "0.3s"]);
  });

  test("has what crawlers and link previews need", async ({ page, request }) => {
    await page.goto("/");
    const address = await page.locator("link[rel=canonical]").getAttribute("href");
    const picture = await page.locator("meta[property='og:image']").getAttribute("content");
    expect(picture?.startsWith(address ?? "?")).toBe(true);
    const preview = await request.get(new URL(picture ?? "").pathname);
    expect(preview.headers()["content-type"]).toBe("image/jpeg");
    for (const path of ["/robots.txt", "/sitemap.xml", "/favicon.ico", "/favicon.svg"]) {
      expect((await request.get(path)).status(), path).toBe(200);
    }
  });

  test("gives every picture its dimensions and alternative text", async ({ page }) => {
    await page.goto("/");
    const lacking = await page
      .locator("img")
      .evaluateAll((all: HTMLImageElement[]) =>
        all.filter((img) => !img.alt || !img.getAttribute("width") || !img.getAttribute("height")),
      );
    expect(lacking).toEqual([]);
  });

  for (const width of [320, 390, 768, 1024, 1440, 1920]) {
    test(`at ${width} px nothing is wider than the window`, async ({ page }) => {
      await page.setViewportSize({ width, height: 800 });
      await page.goto("/");
      const overflow = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      // A gutter is reserved for the scrollbar: the contents may be narrower than the window.
      expect(overflow).toBeLessThanOrEqual(0);
    });
  }

  test("does not move while it loads", async ({ page }) => {
    await recordShifts(page);
    await page.goto("/", { waitUntil: "networkidle" });
    expect(await page.evaluate("shifts")).toEqual([]);
  });

  for (const part of ["hero-inner", "hero-subtitle"]) {
    test(`does not move where its response pauses before ${part}`, async ({ page, site }) => {
      const { promise: painted, resolve: resume } = Promise.withResolvers<void>();
      const slow = await listen(async ({ url }, response) => {
        const { headers, body } = await send(site.origin + url);
        response.setHeader("content-type", String(headers["content-type"]));
        if (url !== "/") return void response.end(Buffer.from(await body.arrayBuffer()));
        const html = await body.text();
        const pause = html.lastIndexOf("<", html.indexOf(part));
        response.write(html.slice(0, pause));
        await painted;
        response.end(html.slice(pause));
      });
      await recordShifts(page);
      await page.goto(slow.origin, { waitUntil: "commit" });
      await expect(page.locator("#hero")).toBeAttached();
      const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));
      await page.evaluate(nextFrame);
      await page.evaluate(nextFrame);
      resume();
      await page.waitForLoadState("networkidle");
      expect(await page.evaluate("shifts")).toEqual([]);
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      await slow.stop();
    });
  }
});

/** From now on `shifts` in the page has the size of each layout shift. */
async function recordShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const shifts: number[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shifts.push((entry as never)["value"]);
    }).observe({ type: "layout-shift", buffered: true });
  });
}

test.describe("while its font has not come", () => {
  const widths = [345, 360, 375, 390, 412, 414, 430, 768, 1024, 1440, 1920];
  const textHeights = async (page: Page) => {
    const heights: (number | undefined)[] = [];
    for (const width of widths) {
      await page.setViewportSize({ width, height: 800 });
      const text = await page.locator(".hero-text").boundingBox();
      heights.push(text?.height);
    }
    return heights;
  };

  test("the hero's text has the same lines as with it", async ({ page, context }) => {
    await page.goto("/", { waitUntil: "networkidle" });
    const hasFallback = await page.evaluate(() =>
      new FontFace("fallback", 'local("Arial"), local("Liberation Sans"), local("Roboto")')
        .load()
        .then(
          () => true,
          () => false,
        ),
    );
    test.skip(!hasFallback, "Arial, Liberation Sans and Roboto are not installed here");
    const withFont = await textHeights(page);
    const early = await context.newPage();
    await early.route("**/*.woff2", (route) => route.abort());
    await early.goto("/", { waitUntil: "networkidle" });
    expect(await textHeights(early)).toEqual(withFont);
  });
});

test.describe("an open dialog", () => {
  test("neither moves nor resizes the page below it", async ({ page }) => {
    await page.goto("/#showcase");
    const positions = () =>
      page.locator("main > section, footer").evaluateAll((all) =>
        all.map((part) => {
          const { top, height } = part.getBoundingClientRect();
          return [top + scrollY, height];
        }),
      );
    const before = await positions();
    // The browser remembers the sections' sizes once they have been rendered.
    await page.evaluate(
      () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
    );
    const dialog = page.locator("#request-dialog");
    await dialog.evaluate((element: HTMLDialogElement) => element.showModal());
    await expect(dialog).toBeVisible();
    expect(await positions()).toEqual(before);
    await page.keyboard.press("Escape");
    await expect(dialog).toBeHidden();
    expect(await positions()).toEqual(before);
  });

  test("is beside a classic scroll bar, not under it", async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto("/");
    const dialog = page.locator("#request-dialog");
    await dialog.evaluate((element: HTMLDialogElement) => element.showModal());
    const room = await page.evaluate(() => document.body.getBoundingClientRect().width);
    await expect.poll(async () => (await dialog.boundingBox())?.width).toBe(room);
  });
});

test.describe("any other path", () => {
  for (const path of ["/nowhere", "/a/b.html", "/assets/nothing.js", "/index.htm"]) {
    test(`${path} is the 404 page`, async ({ page, request }) => {
      expect((await request.get(path)).status()).toBe(404);
      await page.route("**/*", (route) => route.continue());
      const logged = page.waitForEvent("console", (message) => message.text().includes(path));
      await page.goto(path);
      await logged;
      await expect(page.getByRole("heading", { name: "Oops! Page not found" })).toBeVisible();
      await page.getByRole("link", { name: "Return to Home" }).click();
      await expect(page).toHaveURL("/");
    });
  }
  // Chromium itself reports responses with an error status.
  test.use({ expectedErrors: [/status of 404/] });
});

test.describe("the logo", () => {
  // Chromium itself reports the status of the document.
  test.use({ expectedErrors: [/status of 404/] });

  test("is at the same place on every page, and its mark grows with its name", async ({ page }) => {
    const boxes = async (path: string) => {
      await page.goto(path);
      const logo = page.locator("a > .logo");
      return [await logo.boundingBox(), await logo.locator("svg").boundingBox()] as const;
    };
    const shares: number[] = [];
    for (const [width, height] of [
      [390, 844],
      [1440, 900],
      [3840, 2160],
    ] as const) {
      await page.setViewportSize({ width, height });
      const [logo, mark] = await boxes("/");
      expect((await boxes("/nowhere"))[0], `${width} px`).toEqual(logo);
      shares.push(Math.round((100 * (mark?.width ?? NaN)) / (logo?.width ?? NaN)));
    }
    expect(new Set(shares).size).toBe(1);
  });
});

test.describe("with text at 200 % at 320 px nothing is wider than the page", () => {
  // Chromium itself reports the status of the document.
  test.use({ expectedErrors: [/status of 404/] });

  for (const path of ["/", "/nowhere"]) {
    test(path, async ({ page }) => {
      await page.setViewportSize({ width: 320, height: 640 });
      await page.goto(path);
      const overflow = await page.evaluate(() => {
        // As from a visitor's own style sheet: the page's policy allows no other.
        const sheet = new CSSStyleSheet();
        sheet.replaceSync("html { font-size: 200% }");
        document.adoptedStyleSheets.push(sheet);
        return document.documentElement.scrollWidth - document.body.clientWidth;
      });
      expect(overflow).toBeLessThanOrEqual(0);
    });
  }
});
