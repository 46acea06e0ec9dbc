/** Covers what differs in Chromium 112, the oldest browser of the baseline that npm delivers. */
import { expect, test } from "@playwright/test";
import type { Browser, Page } from "puppeteer-core-20";
import sharp from "sharp";

import { definitionOf, REQUIRED_FIELDS } from "../../domain/fields.ts";
import { startSite, storedFrom, type SiteServer } from "../../test-support/site-server.ts";
import { ADA } from "../../test-support/valid-requirement.ts";
import { launchChromium112, missingForChromium112 } from "./drivers.ts";

const PAGE_COLOUR = "rgb(250, 250, 250)";
const TRANSPARENT = "rgba(0, 0, 0, 0)";

test.skip(missingForChromium112 !== undefined, `Chromium 112 needs ${missingForChromium112}`);

let site: SiteServer;
let browser: Browser;
let page: Page;

test.beforeAll(async () => {
  site = await startSite();
  browser = await launchChromium112();
});
test.afterAll(async () => {
  await browser.close();
  await site.stop();
});
test.beforeEach(async () => {
  page = await browser.newPage();
  await page.setViewport({ width: 1280, height: 800 });
});
test.afterEach(() => page.close());

test("while the dialog is open, the page is dimmed by a third to a half, in Chromium 112", async () => {
  await page.goto(site.origin);
  const before = await readBrightness();
  await page.click("#hero button");
  await page.waitForSelector("dialog:modal");
  await expect.poll(readBrightness).toBeLessThan((2 / 3) * before);
  expect(await readBrightness()).toBeGreaterThan((1 / 2) * before);
});

test("until the entry script has run, the header is transparent at the top, in Chromium 112", async () => {
  await page.setRequestInterception(true);
  page.on("request", (request) => {
    void (request.resourceType() === "script" ? request.abort() : request.continue());
  });
  await page.goto(site.origin);
  expect(await readHeaderColour()).toBe(TRANSPARENT);
});

test("on paper everything is visible but what can only be clicked, in Chromium 112", async () => {
  await page.goto(site.origin);
  await page.emulateMediaType("print");
  expect(await findHidden("main :is(h1, h2, h3):not(form *)")).toEqual([]);
  const printed = await page.$$eval("header, button, dialog", (all) =>
    all.filter((it) => it.checkVisibility()).map((it) => it.outerHTML),
  );
  expect(printed).toEqual([]);
});

test.describe("without JavaScript, in Chromium 112,", () => {
  test.beforeEach(async () => {
    await page.setJavaScriptEnabled(false);
    await page.goto(site.origin);
  });

  test("the header is opaque, and everything is visible", async () => {
    expect(await readHeaderColour()).toBe(PAGE_COLOUR);
    expect(await findHidden("main :is(h1, h2, h3), .hero-trajectory")).toEqual([]);
  });

  test("a request is stored and confirmed", async () => {
    const person = { ...ADA, email: "no-script@example.org" };
    for (const name of REQUIRED_FIELDS) {
      const [control, value] = [`#details [name=${name}]`, person[name]];
      if (definitionOf(name).control === "select") await page.select(control, value);
      else await page.type(control, value);
    }
    await Promise.all([page.waitForNavigation(), page.click("#details [type=submit]")]);
    await page.waitForSelector("::-p-text(have been submitted)");
    expect(storedFrom(site, person)).toMatchObject([person]);
  });
});

/** Returns the brightness of a pixel beside the dialog, from 0 to 255. */
async function readBrightness(): Promise<number> {
  const clip = { x: 20, y: 600, width: 1, height: 1 };
  const image = await page.screenshot({ clip });
  const { channels } = await sharp(image).stats();
  return channels[0]?.mean ?? NaN;
}

function findHidden(selector: string): Promise<string[]> {
  return page.$$eval(selector, (all) =>
    all.filter((it) => !it.checkVisibility({ checkOpacity: true })).map((it) => it.outerHTML),
  );
}

function readHeaderColour(): Promise<string> {
  return page.$eval("header", (header) => getComputedStyle(header).backgroundColor);
}
