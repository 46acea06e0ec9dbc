/** Covers what only browsers without scroll timelines do without JavaScript. Firefox is one of them. */
import { expect, test } from "@playwright/test";

import { startSite } from "../../test-support/site-server.ts";
import { launchFirefox, missingForFirefox } from "./drivers.ts";

test("without JavaScript the header is opaque, and everything is visible, in Firefox", async () => {
  test.skip(missingForFirefox !== undefined, `Firefox needs ${missingForFirefox}`);
  const site = await startSite();
  const browser = await launchFirefox({ "javascript.enabled": false });
  try {
    const page = await browser.newPage();
    await page.goto(site.origin);
    const [header, body, hidden] = await page.evaluate(() => {
      const colourOf = (selector: string) =>
        getComputedStyle(document.querySelector(selector) as Element).backgroundColor;
      const parts = [...document.querySelectorAll("main :is(h1, h2, h3), .hero-trajectory")];
      const isHidden = (it: Element) => !it.checkVisibility({ checkOpacity: true });
      return [
        colourOf("header"),
        colourOf("body"),
        parts.filter(isHidden).map((it) => it.outerHTML),
      ];
    });
    expect(header).toBe(body);
    expect(hidden).toEqual([]);
  } finally {
    await browser.close();
    await site.stop();
  }
});
