import { expect, test } from "./site.ts";

/**
 * Compares parts of a page with the texts of docs/specification.md, by the selector of each part. No other test fails when
 * your copy differs from them.
 */
export function testTexts(parts: Record<string, string[]>, path = "/"): void {
  const selectors = Object.keys(parts).join(", ");
  test(`the texts of ${selectors} are those of the specification, in its order`, async ({
    page,
  }) => {
    await page.goto(path);
    const missing = await page.evaluate(findMissing, parts);
    expect(
      missing,
      "The page lacks these texts of docs/specification.md. If you changed them on purpose, change or remove them in this test, too: no other test needs them.",
    ).toEqual([]);
  });
}

/** Returns the texts that are not in their part after the previous one. */
function findMissing(parts: Record<string, string[]>): string[] {
  return Object.entries(parts).flatMap(([selector, texts]) => {
    let rest = document.querySelector(selector)?.textContent ?? "";
    return texts.filter((text) => {
      const start = rest.indexOf(text);
      if (start >= 0) rest = rest.slice(start + text.length);
      return start < 0;
    });
  });
}
