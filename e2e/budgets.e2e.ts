import { BUDGETS, type Measure } from "../bench/budgets.ts";
import { measureFirstLoad } from "../bench/first-load.ts";
import { expect, test } from "./support/site.ts";

test("the page stays within its budgets of bytes and requests", async ({ browser, site }) => {
  const measured = await measureFirstLoad(browser, site.origin);
  for (const [name, value] of Object.entries(measured)) {
    expect(value, name).toBeLessThanOrEqual(BUDGETS[name as Measure].limit);
  }
});
