import { BUDGETS, type Measure } from "../bench/budgets.ts";
import { measureFirstLoad } from "../bench/first-load.ts";
import { expect, test } from "./support/site.ts";

test("the page stays within its budgets of bytes and requests", async ({ browser, site }) => {
  // From a cold server the font may come after the first paint, and words move by less than a pixel.
  const warming = await browser.newPage();
  await warming.goto(site.origin, { waitUntil: "networkidle" });
  await warming.close();
  const measured = await measureFirstLoad(browser, site.origin);
  for (const [name, value] of Object.entries(measured)) {
    expect(value, name).toBeLessThanOrEqual(BUDGETS[name as Measure].limit);
  }
});
