import { expect, test } from "../../../test-support/e2e/site.ts";
import { testTexts } from "../../../test-support/e2e/texts.ts";

testTexts({
  "#features": [
    "Our Advantage",
    "Why Work With Us",
    "Fast Turnaround",
    "Hardware Agnostic",
    "Quality First",
    "Custom Scenarios",
  ],
});

test("each card appears 0.1 s after the one before", async ({ page }) => {
  await page.goto("/");
  const delays = await page
    .locator("#features li")
    .evaluateAll((all) => all.map((card) => parseFloat(getComputedStyle(card).transitionDelay)));
  expect(delays.length).toBeGreaterThan(1);
  expect(delays).toEqual(delays.map((_, index) => index / 10));
});
