import { setTimeout as delay } from "node:timers/promises";

import type { Browser } from "puppeteer-core";

import type { Figures } from "./budgets.ts";
import { median, round } from "./statistics.ts";
import { PHONE_SCREEN, TracedPage } from "./traced-page.ts";

const ROUNDS = 5;
const TYPED = "Ada King, Countess of Lovelace";
/** As a fast typist. */
const KEY_MILLISECONDS = 60;

/**
 * Clicks Request Data while no script has been fetched, types into the dialog, lets the scripts come
 * in the middle of it, and types on.
 */
export async function measureDialogOpening(browser: Browser, origin: string): Promise<Figures> {
  const painted: number[] = [];
  let lost = 0;
  for (let count = 0; count < ROUNDS; count += 1) {
    const page = await TracedPage.open(browser, PHONE_SCREEN);
    const releaseScripts = await holdScripts(page);
    await page.load(origin);
    await page.throttle();

    const opening = await page.trace(async () => {
      await page.click("#hero [data-loads-form]");
      await delay(400);
    });
    await page.waitFor("#request-dialog[open]");
    painted.push(opening.workUntilPaint("click"));

    await page.click("#dialog-full_name");
    await type(page, TYPED.slice(0, 8));
    const released = releaseScripts();
    await type(page, TYPED.slice(8));
    await released;
    await page.waitFor("#dialog[data-hydrated]");
    const kept = await page.evaluate(
      () => document.querySelector<HTMLInputElement>("#dialog-full_name")?.value ?? "",
    );
    if (kept !== TYPED) lost += Math.max(1, TYPED.length - kept.length);
    await page.close();
  }
  return { dialogPaint: round(median(painted), 1), lostKeys: lost };
}

/** Lets no fetched script through until what is returned is called. */
async function holdScripts({ session }: TracedPage): Promise<() => Promise<unknown>> {
  const held: string[] = [];
  let open = false;
  const letThrough = (requestId: string) => session.send("Fetch.continueRequest", { requestId });
  session.on("Fetch.requestPaused", ({ requestId }) => {
    if (open) void letThrough(requestId);
    else held.push(requestId);
  });
  await session.send("Fetch.enable", { patterns: [{ urlPattern: "*.js" }] });
  return () => {
    open = true;
    return Promise.all(held.map(letThrough));
  };
}

async function type({ session }: TracedPage, text: string): Promise<void> {
  for (const character of text) {
    await session.send("Input.dispatchKeyEvent", { type: "keyDown", text: character });
    await session.send("Input.dispatchKeyEvent", { type: "keyUp" });
    await delay(KEY_MILLISECONDS);
  }
}
