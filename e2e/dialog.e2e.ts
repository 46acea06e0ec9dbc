import type { Page } from "@playwright/test";

import { expect, test } from "./support/site.ts";
import { inlineForm, openDialog } from "./support/visitor.ts";

// Back leaves the site for a page that does not exist; Chromium itself reports that.
test.use({ expectedErrors: [/status of 404/] });

const opener = (page: Page) => page.getByRole("main").getByRole("button", { name: "Request Data" });
const isOpen = (page: Page) =>
  page.locator("#request-dialog").evaluate((dialog: HTMLDialogElement) => dialog.open);

for (const width of [390, 1440]) {
  test(`at ${width} px the form stays as it is while the dialog fades out`, async ({ page }) => {
    await page.setViewportSize({ width, height: 844 });
    await page.goto("/");
    const dialog = await openDialog(page);
    await expect(dialog.locator("form[data-hydrated]")).toBeVisible();
    const { open, closing } = await dialog.evaluate((element: HTMLDialogElement) => {
      const form = element.querySelector("form") as Element;
      const measure = () => {
        const { left, width: across, height } = form.getBoundingClientRect();
        return { left, across, height };
      };
      const before = measure();
      element.close();
      return { open: before, closing: measure() };
    });
    expect(open.across).toBeGreaterThan(300);
    expect(closing).toEqual(open);
  });
}

test("on a phone the dialog leaves the showcase below it as it is", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.goto("/");
  const region = page.locator(".data-showcase-region");
  await region.evaluate((element) => {
    scrollBy(0, element.getBoundingClientRect().top + innerHeight);
  });
  await expect(region).toHaveAttribute("data-step", "1");
  const below = await region.evaluate(async (element: HTMLElement) => {
    (document.querySelector("#request-dialog") as HTMLDialogElement).showModal();
    // Once observers know that the page is not displayed.
    await new Promise<void>((resolve) => {
      new IntersectionObserver((entries) => {
        if (!entries.at(-1)?.isIntersecting) requestAnimationFrame(() => resolve());
      }).observe(element);
    });
    return [element.dataset["step"], element.dataset["visible"]];
  });
  expect(below).toEqual(["1", ""]);
});

test.describe("Back with the dialog open", () => {
  test("closes it without scrolling, and a second Back leaves the page", async ({ page }) => {
    await page.goto("/nowhere");
    await page.goto("/");
    await page.evaluate(() => scrollTo({ top: 120, behavior: "instant" }));
    const dialog = await openDialog(page);
    await page.goBack();
    await expect(dialog).toBeHidden();
    await expect(page).toHaveURL("/");
    expect(await page.evaluate(() => scrollY)).toBe(120);
    await expect(opener(page)).toBeFocused();
    await page.goBack();
    await expect(page).toHaveURL("/nowhere");
  });

  for (const [how, close] of [
    ["its button", (page: Page) => page.getByRole("button", { name: "Close" }).click()],
    ["Escape", (page: Page) => page.keyboard.press("Escape")],
    ["a press outside", (page: Page) => page.mouse.click(20, 450)],
  ] as const) {
    test(`is not needed after ${how}: one Back leaves the page`, async ({ page }) => {
      await page.goto("/nowhere");
      await page.goto("/");
      for (let round = 0; round < 2; round += 1) {
        const dialog = await openDialog(page);
        await close(page);
        await expect(dialog).toBeHidden();
      }
      await expect.poll(() => page.evaluate(() => history.state as unknown)).toBeNull();
      await page.goBack();
      await expect(page).toHaveURL("/nowhere");
    });
  }

  test("does not scroll the page: the next Back goes to the previous section", async ({ page }) => {
    await page.emulateMedia({ reducedMotion: "reduce" });
    await page.goto("/");
    await page.getByRole("navigation").getByRole("link", { name: "About" }).click();
    const travelled = await page.evaluate(() => scrollY);
    await opener(page).evaluate((button: HTMLElement) => button.click());
    await page.goBack();
    expect(await isOpen(page)).toBe(false);
    expect(await page.evaluate(() => scrollY)).toBe(travelled);
    await expect(page).toHaveURL("/#features");
    await page.goBack();
    await expect(page).toHaveURL("/");
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
  });

  test("is undone by Forward, with the input", async ({ page }) => {
    await page.goto("/");
    const dialog = await openDialog(page);
    await dialog.getByLabel("Company").fill("Analytical Engines");
    await page.goBack();
    await expect(dialog).toBeHidden();
    await page.goForward();
    await expect(dialog).toBeVisible();
    await expect(dialog.getByLabel("Company")).toHaveValue("Analytical Engines");
    await page.goBack();
    await expect(dialog).toBeHidden();
  });

  test("closes it after a reload too, where it is open with the input", async ({ page }) => {
    await page.goto("/nowhere");
    await page.goto("/");
    const dialog = await openDialog(page);
    await dialog.getByLabel("Company").fill("Analytical Engines");
    await expect(dialog.locator("form[data-hydrated]")).toBeVisible();
    await page.reload();
    await expect(dialog).toBeVisible();
    await expect(dialog.getByLabel("Company")).toHaveValue("Analytical Engines");
    await page.goBack();
    await expect(dialog).toBeHidden();
    await page.goBack();
    await expect(page).toHaveURL("/nowhere");
  });

  test("closes a dialog that was reopened while its first entry was being removed", async ({
    page,
  }) => {
    await page.goto("/nowhere");
    await page.goto("/");
    await openDialog(page);
    // In one task, so that the history cannot move in between.
    await page.locator("#request-dialog").evaluate(async (dialog: HTMLDialogElement) => {
      for (let round = 0; round < 3; round += 1) {
        dialog.close();
        await Promise.resolve();
        dialog.showModal();
        await Promise.resolve();
      }
    });
    await expect.poll(() => page.evaluate(() => history.state as unknown)).not.toBeNull();
    expect(await isOpen(page)).toBe(true);
    await page.goBack();
    expect(await isOpen(page)).toBe(false);
    await page.goBack();
    await expect(page).toHaveURL("/nowhere");
  });
});

test.describe("a double click", () => {
  for (const [x, y] of [
    [0.05, 0.1],
    [0.95, 0.1],
    [0.05, 0.9],
    [0.95, 0.9],
  ] as const) {
    test(`on Request Data at ${x}, ${y} of it opens the dialog`, async ({ page }) => {
      await page.goto("/");
      const { width, height } = (await opener(page).boundingBox()) ?? { width: 0, height: 0 };
      await opener(page).dblclick({ position: { x: x * width, y: y * height } });
      expect(await isOpen(page)).toBe(true);
    });
  }

  test("by touch, where taps are not counted, opens the dialog", async ({ page }) => {
    await page.goto("/");
    // In one task: on a slow machine two taps would be too far apart to be a double tap.
    await opener(page).evaluate((button) => {
      const dialog = document.querySelector("#request-dialog");
      const { left, top } = button.getBoundingClientRect();
      const tap = { bubbles: true, cancelable: true, detail: 1, clientX: left, clientY: top };
      button.dispatchEvent(new PointerEvent("click", tap));
      dialog?.dispatchEvent(new PointerEvent("pointerdown", { ...tap, clientX: left + 7 }));
      dialog?.dispatchEvent(new PointerEvent("click", { ...tap, clientX: left + 7 }));
    });
    expect(await isOpen(page)).toBe(true);
  });

  test("on Close clicks nothing below it", async ({ page }) => {
    await page.goto("/");
    const dialog = await openDialog(page);
    // A control where the button is.
    const linkUrl = await page.evaluate(() => {
      const link = document.createElement("a");
      link.href = "#below";
      Object.assign(link.style, { position: "fixed", inset: "0" });
      document.body.append(link);
      return link.href;
    });
    await dialog.getByRole("button", { name: "Close" }).dblclick();
    expect(await isOpen(page)).toBe(false);
    expect(page.url()).not.toBe(linkUrl);
  });

  test("on a word in the form selects it, and the dialog stays open", async ({ page }) => {
    await page.goto("/");
    const dialog = await openDialog(page);
    await dialog.getByLabel("Company").fill("Engines");
    await dialog.getByLabel("Company").dblclick({ position: { x: 30, y: 24 } });
    expect(await page.evaluate(() => getSelection()?.toString())).toBe("Engines");
    expect(await isOpen(page)).toBe(true);
  });
});

test("a selection that ends outside the dialog does not close it", async ({ page }) => {
  await page.goto("/");
  await openDialog(page);
  await page.mouse.move(640, 300);
  await page.mouse.down();
  await page.mouse.move(20, 450);
  await page.mouse.up();
  expect(await isOpen(page)).toBe(true);
  await page.mouse.click(20, 450);
  expect(await isOpen(page)).toBe(false);
  await expect(inlineForm(page)).toBeVisible();
});

test("there is one banner, with the dialog open too", async ({ page }) => {
  await page.goto("/");
  await expect(page.getByRole("banner")).toHaveCount(1);
  await openDialog(page);
  await expect(page.getByRole("banner")).toHaveCount(1);
});

for (const script of [true, false]) {
  test.describe(script ? "with script" : "without script", () => {
    test.use({ javaScriptEnabled: script });

    test("keys scroll its form as soon as it is open, between its bar and the form's end", async ({
      page,
    }) => {
      // Nothing moves while it is measured.
      await page.emulateMedia({ reducedMotion: "reduce" });
      await page.goto("/");
      await opener(page).click();
      const dialog = page.getByRole("dialog", { name: "Tell Us About Your Data Needs" });
      const places = () =>
        Promise.all(
          [
            dialog.getByRole("button", { name: "Close" }),
            dialog.getByLabel("Full name"),
            dialog.getByRole("button", { name: "Submit request" }),
          ].map((one) => one.boundingBox()),
        );
      await expect(dialog.getByLabel("Full name")).toBeInViewport();
      const [close, field, end] = await places();
      await page.keyboard.press("End");
      await expect(dialog.getByLabel("Full name")).not.toBeInViewport();
      await expect(dialog.getByLabel("Budget range")).toBeInViewport();
      const after = await places();
      expect([after[0], after[2]]).toEqual([close, end]);
      expect(after[1]?.y).toBeLessThan(field?.y ?? NaN);
      await page.keyboard.press("Tab");
      await expect(dialog.getByLabel("Full name")).toBeFocused();
    });
  });
}
