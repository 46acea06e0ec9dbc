import { expect, test } from "./support/site.ts";

test("on paper every card and feature keeps to one page, and pictures have full opacity", async ({
  page,
}) => {
  await page.goto("/");
  await page.emulateMedia({ media: "print" });
  const printed = await page.evaluate(() => ({
    breakable: [...document.querySelectorAll("main li")].filter(
      (item) => getComputedStyle(item).breakInside !== "avoid",
    ).length,
    translucent: [...document.querySelectorAll("main *")].filter(
      (part) => part.checkVisibility() && getComputedStyle(part).opacity !== "1",
    ).length,
    marks: getComputedStyle(document.querySelector(".image-showcase-picture") as Element, "::after")
      .content,
  }));
  expect(printed).toEqual({ breakable: 0, translucent: 0, marks: "none" });
  const sentence = await page.locator(".footer-sentence").boundingBox();
  const logo = await page.locator(".footer .logo").boundingBox();
  expect((logo?.y ?? 0) - (sentence?.y ?? 0) - (sentence?.height ?? 0)).toBeGreaterThan(20);
  const text = await page.locator(".hero-text").boundingBox();
  const picture = await page.locator(".hero img").boundingBox();
  expect((picture?.y ?? NaN) - (text?.y ?? 0) - (text?.height ?? 0)).toBeLessThan(100);
});
