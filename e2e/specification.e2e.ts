/** The specification's sentences in which engines do not differ; `engines/` has the others. */
import { expect, test } from "./support/site.ts";

test("the features come in their order, each 0.1 s after the last", async ({ page }) => {
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

for (const [width, offset] of [
  [767, 100],
  [768, 80],
] as const) {
  test(`at ${width} px a link scrolls to ${offset} px above its section`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    await page.goto("/#features");
    const section = page.locator("#features");
    await expect
      .poll(() => section.evaluate((it) => Math.round(it.getBoundingClientRect().top)))
      .toBe(offset);
  });
}

test("crawlers and link previews find what they need", async ({ page, request }) => {
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

test.describe("any other path", () => {
  // Chromium itself reports responses with an error status.
  test.use({ expectedErrors: [/status of 404/] });

  test("is the 404 page, which logs the path and leads home", async ({ page, request }) => {
    for (const path of ["/a/b.html", "/assets/nothing.js", "/index.htm"]) {
      expect((await request.get(path)).status(), path).toBe(404);
    }
    const logged = page.waitForEvent("console", (message) => message.text().includes("/nowhere"));
    await page.goto("/nowhere");
    await logged;
    await expect(page.getByRole("heading", { name: "Oops! Page not found" })).toBeVisible();
    await page.getByRole("link", { name: "Return to Home" }).click();
    await expect(page).toHaveURL("/");
  });
});
