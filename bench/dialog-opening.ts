import { setTimeout as delay } from "node:timers/promises";

import type { Browser } from "puppeteer-core";

import type { Figures } from "./budgets.ts";
import { median, repeat, round } from "./statistics.ts";
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
  const rounds = await repeat(ROUNDS, () => openDialog(browser, origin));
  return {
    dialogPaint: round(median(rounds.map(({ painted }) => painted)), 1),
    lostKeys: rounds.reduce((sum, { lost }) => sum + lost, 0),
  };
}

async function openDialog(browser: Browser, origin: string) {
  const page = await TracedPage.open(browser, PHONE_SCREEN);
  const releaseScripts = await holdScripts(page);
  await page.load(origin);
  await page.throttle();
  const opening = await page.trace(async () => {
    await page.click("#hero [data-loads-form]");
    await delay(400);
  });
  await page.waitFor("#request-dialog[open]");

  await page.click("#dialog-full_name");
  await type(page, TYPED.slice(0, 8));
  const released = releaseScripts();
  await type(page, TYPED.slice(8));
  await released;
  await page.waitFor("#dialog[data-hydrated]");
  const kept = await page.evaluate(
    () => document.querySelector<HTMLInputElement>("#dialog-full_name")?.value ?? "",
  );
  await page.close();
  const lost = kept === TYPED ? 0 : Math.max(1, TYPED.length - kept.length);
  return { painted: opening.workUntilPaint("click"), lost };
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
