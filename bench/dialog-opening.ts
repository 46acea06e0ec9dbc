import { setTimeout as delay } from "node:timers/promises";

import type { Browser } from "puppeteer-core";

import type { Measurements } from "./budgets.ts";
import { median, repeat, round } from "./statistics.ts";
import { PHONE_SCREEN, TracedPage } from "./traced-page.ts";

const ROUNDS = 5;
const TYPED = "Ada King, Countess of Lovelace";
/** A fast typist. */
const KEY_MILLISECONDS = 60;

/**
 * Clicks Request Data before any script is fetched, types into the dialog, lets the scripts load, and
 * keeps typing.
 */
export async function measureDialogOpening(
  browser: Browser,
  origin: string,
): Promise<Measurements> {
  const rounds = await repeat(ROUNDS, () => openDialog(browser, origin));
  return {
    dialogPaint: round(median(rounds.map(({ painted }) => painted)), 1),
    lostKeys: rounds.reduce((sum, { lost }) => sum + lost, 0),
  };
}

async function openDialog(browser: Browser, origin: string) {
  const page = await TracedPage.open(browser, PHONE_SCREEN);
  const releaseScripts = await pauseScripts(page);
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

/** Pauses requests for scripts until the returned function is called. */
async function pauseScripts({ session }: TracedPage): Promise<() => Promise<unknown>> {
  const paused: string[] = [];
  let open = false;
  const resume = (requestId: string) => session.send("Fetch.continueRequest", { requestId });
  session.on("Fetch.requestPaused", ({ requestId }) => {
    if (open) void resume(requestId);
    else paused.push(requestId);
  });
  await session.send("Fetch.enable", { patterns: [{ urlPattern: "*.js" }] });
  return () => {
    open = true;
    return Promise.all(paused.map(resume));
  };
}

async function type({ session }: TracedPage, text: string): Promise<void> {
  for (const character of text) {
    await session.send("Input.dispatchKeyEvent", { type: "keyDown", text: character });
    await session.send("Input.dispatchKeyEvent", { type: "keyUp" });
    await delay(KEY_MILLISECONDS);
  }
}
