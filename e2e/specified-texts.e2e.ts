/** Compares the page with the texts of docs/specification.md. No other test fails when your copy differs from them. */
import { expect, test } from "../test-support/e2e/site.ts";

/** The texts of each page, in order, by the selector of the part that contains them. */
const PAGES: Record<string, Record<string, string[]>> = {
  "/": {
    header: ["Home", "About", "Contact", "Request Data"],
    "#hero": [
      "01 Purpose",
      "Scale Your Robot Training with Custom Data Collection",
      "Request Data",
    ],
    "#data-showcase": ["02 Platform"],
    "#data-showcase ol:has(article)": ["Quality First", "Hardware Agnostic", "Fast Turnaround"],
    "#specifications": ["3 Specs"],
    "#details": ["The details", "Data Collection", "Precision Data Processing"],
    "#details form": ["Personal Information", "Data Requirements"],
    "#showcase": ["Professional Data Collection", "Data Acquisition"],
    "#features": [
      "Our Advantage",
      "Why Work With Us",
      "Fast Turnaround",
      "Hardware Agnostic",
      "Quality First",
      "Custom Scenarios",
    ],
    footer: ["Let's build the future of robotics together.", "Request Data"],
    "#request-dialog": ["Data Collection Services", "Close", "Tell Us About Your Data Needs"],
  },
  "/nowhere": { main: ["Oops! Page not found", "Return to Home"] },
};

test.use({ expectedErrors: [/status of 404/] });

for (const [path, parts] of Object.entries(PAGES)) {
  test(`the texts of ${path} are those of the specification, in its order`, async ({ page }) => {
    await page.goto(path);
    const missing = await page.evaluate(findMissing, parts);
    expect(
      missing,
      "The page lacks these texts of docs/specification.md. If you changed them on purpose, change or remove them in e2e/specified-texts.e2e.ts, too: no other test needs them.",
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
