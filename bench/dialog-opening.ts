import { setTimeout as delay } from "node:timers/promises";

import { PHONE_SCREEN, type BarePage } from "./bare-page.ts";
import type { Figures } from "./budgets.ts";
import type { Chromium } from "./chromium.ts";
import { median, round } from "./median.ts";

const ROUNDS = 5;
const TYPED = "Ada King, Countess of Lovelace";
/** As a fast typist. */
const KEY_MILLISECONDS = 60;

/**
 * Clicks Request Data while no script has been fetched, types into the dialog, lets the scripts come
 * in the middle of it, and types on.
 */
export async function measureDialogOpening(chromium: Chromium, origin: string): Promise<Figures> {
  const painted: number[] = [];
  let lost = 0;
  for (let count = 0; count < ROUNDS; count += 1) {
    const page = await chromium.openPage(PHONE_SCREEN);
    const scripts = await holdScripts(page);
    await page.send("Page.navigate", { url: origin });
    await page.until(`document.querySelector(".hero img")?.complete === true`);
    await delay(300);
    await page.throttle(4);

    const opening = await page.trace(async () => {
      await page.click("[data-wakes-form]");
      await delay(400);
    });
    await page.until(`document.querySelector("#request-dialog").open`);
    painted.push(opening.workUntilPaint("click"));

    await page.click("#dialog-full_name");
    await type(page, TYPED.slice(0, 8));
    const release = scripts.release();
    await type(page, TYPED.slice(8));
    await release;
    await page.until(`document.querySelector("#dialog[data-live]") !== null`);
    const kept = await page.evaluate<string>(`document.querySelector("#dialog-full_name").value`);
    if (kept !== TYPED) lost += Math.max(1, TYPED.length - kept.length);
    await page.close();
  }
  return { dialogPaint: round(median(painted), 1), lostKeys: lost };
}

/** Lets no fetched script through until it is released. */
async function holdScripts(page: BarePage): Promise<{ release: () => Promise<unknown> }> {
  const held: string[] = [];
  let open = false;
  const letThrough = (requestId: string) => page.send("Fetch.continueRequest", { requestId });
  page.on("Fetch.requestPaused", ({ requestId }) => {
    if (open) void letThrough(requestId);
    else held.push(requestId);
  });
  await page.send("Fetch.enable", { patterns: [{ urlPattern: "*.js" }] });
  return {
    release: () => {
      open = true;
      return Promise.all(held.map(letThrough));
    },
  };
}

async function type(page: BarePage, text: string): Promise<void> {
  for (const character of text) {
    await page.send("Input.dispatchKeyEvent", { type: "keyDown", text: character });
    await page.send("Input.dispatchKeyEvent", { type: "keyUp" });
    await delay(KEY_MILLISECONDS);
  }
}
