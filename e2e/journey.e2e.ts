import { test } from "@playwright/test";

import { lookAroundAndAskForData, type Tab } from "./journey.ts";

test.use({ contextOptions: { reducedMotion: "no-preference" } });

test("a visitor looks around and asks for data, in Chromium", async ({ page }) => {
  const tab: Tab = {
    goto: (url) => page.goto(url),
    reload: () => page.reload(),
    resize: (width, height) => page.setViewportSize({ width, height }),
    run: (inPage, argument) => page.evaluate(inPage as never, argument as never),
    click: ({ x, y }) => page.mouse.click(x, y),
    type: (text) => page.keyboard.type(text),
    pressEscape: () => page.keyboard.press("Escape"),
  };
  await lookAroundAndAskForData(tab);
});
