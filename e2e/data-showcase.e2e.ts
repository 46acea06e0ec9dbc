import type { Page } from "@playwright/test";

import { expect, test } from "./support/site.ts";
import { WINDOWS } from "./support/states.ts";

const REGION = ".data-showcase-region";
const CARDS = ["Quality First", "Hardware Agnostic", "Fast Turnaround"];
/** WCAG 1.4.12, as in a user style sheet. */
const TEXT_SPACING = `* { line-height: 1.5 !important; letter-spacing: 0.12em !important;
  word-spacing: 0.16em !important } p { margin-bottom: 2em !important }`;
const LARGE_TEXT = "html { font-size: 200% }";

/** Scrolls to this progress through the region, of two window heights. */
const scrollTo = (page: Page, progress: number) =>
  page.locator(REGION).evaluate((region, share) => {
    const top = region.getBoundingClientRect().top + scrollY;
    window.scrollTo({ top: top + share * 2 * innerHeight, behavior: "instant" });
  }, progress);

const expectShown = (page: Page, shown: number) =>
  expect
    .poll(() =>
      page
        .locator(".data-showcase-card")
        .evaluateAll((all) => all.map((card) => Number(getComputedStyle(card).opacity))),
    )
    .toEqual(CARDS.map((_, at) => (at < shown ? 1 : 0)));

test("the showcase is three windows tall and shows its cards one after another", async ({
  page,
}) => {
  await page.goto("/");
  expect((await page.locator(REGION).boundingBox())?.height).toBe(3 * 900);
  await expectShown(page, 0);
  for (const [progress, shown] of [
    [-0.36, 0],
    [-0.34, 1],
    [0.05, 1],
    [0.329, 1],
    [0.331, 2],
    [0.659, 2],
    [0.661, 3],
    [1, 3],
    [0.05, 1],
    [-0.4, 0],
  ] as const) {
    await scrollTo(page, progress);
    await expectShown(page, shown);
  }
});

test("a covered card is seen as a blank sheet; on paper every picture is full", async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.goto("/");
  const pictures = () =>
    page
      .locator(".data-showcase-card > picture > img")
      .evaluateAll((all) => all.map((one) => Number(getComputedStyle(one).opacity)));
  await scrollTo(page, 0.5);
  await expect.poll(pictures).toEqual([0, 1, 1]);
  await scrollTo(page, 0.9);
  await expect.poll(pictures).toEqual([0, 0, 1]);
  await expectShown(page, 3);
  const seen = await page.locator(".data-showcase-card").evaluateAll((all) =>
    all.map((card) => {
      const { top, left, width } = card.getBoundingClientRect();
      return card.contains(document.elementFromPoint(left + width / 2, top + 5));
    }),
  );
  expect(seen).toEqual([true, true, true]);
  await page.emulateMedia({ media: "print" });
  expect(await pictures()).toEqual([1, 1, 1]);
  const moved = await page
    .locator(".data-showcase-card")
    .evaluateAll((all) => all.map((card) => getComputedStyle(card).transform));
  expect(moved).toEqual(["none", "none", "none"]);
  await expectShown(page, 3);
});

test("in a tall window the cards appear one below another, and stay whole", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.setViewportSize({ width: 1440, height: 2400 });
  await page.goto("/");
  expect((await page.locator(REGION).boundingBox())?.height).toBe(3 * 2400);
  for (const [shown, progress] of [0.1, 0.5, 0.9].entries()) {
    await scrollTo(page, progress);
    await expectShown(page, shown + 1);
    // What is to come is drawn.
    if (shown < 2) await expect(page.locator(".data-showcase-place").last()).toBeInViewport();
  }
  const cards = page.locator(".data-showcase-card");
  const pictures = page.locator(".data-showcase-card-picture");
  let above = 64;
  for (const index of [0, 1, 2]) {
    await expect(cards.nth(index)).toBeInViewport({ ratio: 1 });
    await expect(pictures.nth(index)).toHaveCSS("opacity", "1");
    const { width = 0, height = 1 } = (await pictures.nth(index).boundingBox()) ?? {};
    expect(width / height).toBeCloseTo(4 / 3);
    const { y = 0, height: whole = 0 } = (await cards.nth(index).boundingBox()) ?? {};
    expect(y).toBeGreaterThan(above);
    above = y + whole;
  }
});

test("a page that is reloaded within the showcase does not play it again", async ({ page }) => {
  await page.goto("/");
  await scrollTo(page, 0.5);
  await expect(page.locator(`${REGION}[data-step="1"]`)).toBeVisible();
  await page.reload();
  await page.locator(`${REGION}[data-painted][data-visible][data-step="1"]`).waitFor();
  await expectShown(page, 2);
  const moving = await page
    .locator(REGION)
    .evaluate((region) => region.getAnimations({ subtree: true }).length);
  expect(moving).toBe(0);
});

test("the first card fades out when one scrolls back, as it has faded in", async ({ page }) => {
  await page.goto("/");
  await scrollTo(page, 0);
  await page.locator(`${REGION}[data-painted][data-visible]`).waitFor();
  await expectShown(page, 1);
  const opacity = await page.locator(REGION).evaluate((region) => {
    region.removeAttribute("data-visible");
    const card = region.querySelector(".data-showcase-card") as Element;
    return [getComputedStyle(card).opacity, card.getAnimations().length];
  });
  expect(opacity).toEqual(["1", 2]);
});

test("a card that is covered has its picture until then", async ({ page }) => {
  await page.goto("/");
  await scrollTo(page, 0.1);
  await page.locator(`${REGION}[data-painted][data-visible]`).waitFor();
  await expectShown(page, 1);
  const fades = await page.locator(REGION).evaluate((region) => {
    region.setAttribute("data-step", "1");
    const [covered, coming] = region.querySelectorAll(".data-showcase-card");
    const [picture, card] = [covered?.querySelector("img"), coming].map((element) =>
      element
        ?.getAnimations()
        .find((one) => (one as CSSTransition).transitionProperty === "opacity")
        ?.effect?.getTiming(),
    );
    return { delay: picture?.delay, duration: card?.duration };
  });
  expect(Number(fades.delay)).toBeGreaterThan(Number(fades.duration));
});

test.describe("after a jump back, the showcase is at the step of its scroll position", () => {
  const jumps: Record<string, (page: Page) => Promise<unknown>> = {
    "by the Home key": (page) => page.keyboard.press("Home"),
    "by the bar's link": (page) => page.getByRole("link", { name: "Home", exact: true }).click(),
    "by the scroll bar": (page) => page.evaluate(() => window.scrollTo(0, 0)),
    "by a reload at the end and the logo": async (page) => {
      await page.reload();
      await page.getByRole("link", { name: "to the top" }).click();
    },
  };
  for (const [how, jump] of Object.entries(jumps)) {
    test(how, async ({ page }) => {
      await page.emulateMedia({ reducedMotion: "reduce" });
      await page.goto("/");
      await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
      await expect(page.locator(REGION)).toHaveAttribute("data-step", "2");
      await jump(page);
      await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
      await scrollTo(page, 0.075);
      await expectShown(page, 1);
      await expect(page.locator(REGION)).toHaveAttribute("data-step", "0");
    });
  }
});

test("at 390 px nothing of the showcase is above the fold", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/");
  await expect(page.locator(REGION)).toHaveAttribute("data-step", "0");
  const trajectory = await page.locator(".data-showcase-trajectory").boundingBox();
  expect(trajectory?.y).toBeGreaterThanOrEqual(844);
});

for (const [width, height] of [
  [390, 844],
  [768, 1024],
  [1440, 900],
] as const) {
  test(`at ${width} px a link to the showcase lands where its stage stays`, async ({ page }) => {
    await page.setViewportSize({ width, height });
    await page.emulateMedia({ reducedMotion: "reduce" });
    await page.goto("/#data-showcase");
    await expect(page.locator(REGION)).toHaveAttribute("data-step", "0");
    const top = () =>
      page
        .locator(".data-showcase-stage")
        .evaluate((stage) => Math.round(stage.getBoundingClientRect().top));
    const landed = await top();
    await scrollTo(page, 0.5);
    await expect(page.locator(REGION)).toHaveAttribute("data-step", "1");
    expect(landed).toBe(await top());
  });
}

for (const width of [1024, 1280, 1366, 1440, 1920, 2560, 3840]) {
  test(`at ${width} px the active card and the index are fully visible at any height`, async ({
    page,
  }) => {
    await page.emulateMedia({ reducedMotion: "reduce" });
    await page.goto("/");
    for (const height of [561, 600, 660, 720, 768, 800, 830, 900, 1000, 1100, 1440, 2160]) {
      await page.setViewportSize({ width, height });
      for (const [step, progress] of [0.1, 0.5, 0.9].entries()) {
        await scrollTo(page, progress);
        await expect(page.locator(`${REGION}[data-visible][data-step="${step}"]`)).toBeAttached();
        const outside = await page.evaluate(findOutside, step);
        expect(outside, `step ${step} at ${height} px`).toEqual([]);
      }
    }
  });
}

/**
 * In the page: parts of the active card and of the index that are not fully visible below the bar.
 */
function findOutside(step: number): string[] {
  const bar = document.querySelector(".nav-bar")?.getBoundingClientRect().bottom ?? NaN;
  const card = document.querySelectorAll(".data-showcase-card")[step] as HTMLElement;
  const clipped = card.scrollHeight > card.clientHeight ? ["the card's text"] : [];
  const parts = [card, ...document.querySelectorAll(".data-showcase-ticks li")];
  const outside = parts.filter((part) => {
    const { top, bottom, height } = part.getBoundingClientRect();
    return !(height > 0 && top >= bar && bottom <= innerHeight);
  });
  return [...clipped, ...outside.map(({ className }) => className)];
}

test("every card is exposed to screen readers and find-in-page before it is scrolled to", async ({
  page,
}) => {
  await page.goto("/");
  await expect(page.locator(REGION)).toHaveAttribute("data-step", "0");
  const tree = await page.locator(".data-showcase-cards").ariaSnapshot();
  for (const title of CARDS) expect(tree).toContain(`heading "${title}"`);
  expect(tree.match(/img "/g)).toHaveLength(3);
  const found = await page.evaluate(() =>
    ["each demonstration", "a robot of your own", "Thousands of demonstrations"].map((text) =>
      (window as never as { find(text: string): boolean }).find(text),
    ),
  );
  expect(found).toEqual([true, true, true]);
});

for (const [name, style] of Object.entries({
  "text spacing": TEXT_SPACING,
  "text at 200 %": LARGE_TEXT,
  both: TEXT_SPACING + LARGE_TEXT,
})) {
  for (const { width, height } of [{ width: 320, height: 640 }, ...WINDOWS]) {
    test(`with ${name} at ${width}x${height} the heading does not overlap the cards, and no text is cut`, async ({
      page,
    }) => {
      await page.emulateMedia({ reducedMotion: "reduce" });
      await page.setViewportSize({ width, height });
      await page.goto("/");
      // As a user style sheet: the content security policy allows no other.
      await page.evaluate((css) => {
        const sheet = new CSSStyleSheet();
        sheet.replaceSync(css);
        document.adoptedStyleSheets.push(sheet);
      }, style);
      await scrollTo(page, 0.1);
      await expect.poll(() => page.evaluate(findCutText)).toEqual([]);
    });
  }
}

/** In the page: texts of the showcase that a card covers or cuts, or that leave the window. */
function findCutText(): string[] {
  const section = document.querySelector("#data-showcase") as HTMLElement;
  const cards = [...section.querySelectorAll<HTMLElement>(".data-showcase-card")];
  const text = document.createRange();
  text.selectNodeContents(section.querySelector("h2") as HTMLElement);
  const heading = text.getBoundingClientRect();
  const first = (cards[0] as HTMLElement).getBoundingClientRect();
  return [
    ...(heading.right > document.body.clientWidth ? ["heading leaves the window"] : []),
    ...(heading.right > first.left && heading.bottom > first.top && heading.top < first.bottom
      ? ["heading under a card"]
      : []),
    ...cards
      .filter((card) => card.scrollHeight > card.clientHeight)
      .map((card) => `card cut: ${card.textContent}`),
    ...cards
      .filter((card) => card.getBoundingClientRect().right > document.body.clientWidth)
      .map((card) => `card leaves the window: ${card.textContent}`),
  ];
}
