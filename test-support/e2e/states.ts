import { globSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

import { expect, type Locator, type Page } from "@playwright/test";

import {
  field,
  fillAndSubmit,
  fillRequired,
  hardware,
  hold,
  inlineForm,
  INSERT,
  openDialog,
  submit,
} from "./visitor.ts";

export type State = {
  name: string;
  path?: string;
  visit?: (page: Page, form: Locator) => Promise<unknown>;
  /** Text that is visible when the state is reached. */
  shows?: string;
  /** The state exists only below this viewport width, in CSS pixels. */
  below?: number;
  /** Screenshots show the whole page instead of the viewport. */
  fullPage?: true;
  /** The page runs no JavaScript, so nothing in it moves, and no frame could be awaited. */
  isStatic?: true;
  media?: Parameters<Page["emulateMedia"]>[0];
};

/** States of single parts of the page, in files named `*.states.ts` beside them. */
const files = globSync("../../site/**/*.states.ts", { cwd: import.meta.dirname }).toSorted();
const parts = await Promise.all(
  files.map((file) => import(pathToFileURL(join(import.meta.dirname, file)).href)),
);

export const STATES: State[] = [
  ...parts.flatMap((part: { STATES: State[] }) => part.STATES),
  { name: "top" },
  {
    name: "page",
    fullPage: true,
    visit: (page) =>
      page.evaluate(async () => {
        for (const image of document.images) image.loading = "eager";
        await Promise.all([...document.images].map((image) => image.decode()));
      }),
  },
  {
    name: "menu",
    below: 768,
    visit: (page) => page.getByRole("button", { name: "Open menu" }).click(),
  },
  { name: "dialog", visit: (page) => openDialog(page) },
  {
    name: "dialog-errors",
    visit: async (page) => submit(await openDialog(page)),
    shows: "Please fill in all required fields",
  },
  {
    name: "errors",
    visit: async (_page, form) => submit(form),
    shows: "Please fill in all required fields",
  },
  {
    name: "filled",
    visit: async (_page, form) => {
      await fillRequired(form);
      await hardware(form, "UMI").check();
      await field(form, "budget_range").selectOption("discuss");
    },
  },
  {
    name: "submitting",
    visit: async (page, form) => {
      await hold(page, INSERT);
      await fillAndSubmit(form);
    },
    shows: "Sending your request…",
  },
  {
    name: "failure",
    visit: async (page, form) => {
      await page.route(INSERT, (route) => route.fulfill({ status: 400, json: {} }));
      await fillAndSubmit(form);
    },
    shows: "Your request was not sent",
  },
  {
    name: "success",
    visit: async (_page, form) => fillAndSubmit(form),
    shows: "Request sent",
  },
  {
    name: "dialog-success",
    visit: async (page) => fillAndSubmit(await openDialog(page)),
    shows: "Request sent",
  },
  { name: "404", path: "/nowhere" },
  {
    name: "forced-colors-form",
    media: { forcedColors: "active" },
    visit: (_page, form) =>
      form.evaluate((element) => element.scrollIntoView({ behavior: "instant" })),
  },
];

export async function visitState(page: Page, state: State): Promise<void> {
  await page.emulateMedia(state.media ?? {});
  await page.goto(state.path ?? "/");
  await reachState(page, state);
}

/** Waits until nothing in view scrolls, changes or loads. */
export async function reachState(page: Page, state: State): Promise<void> {
  await state.visit?.(page, inlineForm(page));
  if (state.shows) await page.getByText(state.shows).filter({ visible: true }).first().waitFor();
  await page.mouse.move(0, 0);
  if (!state.isStatic) await expect.poll(() => page.evaluate(isStill)).toBe(true);
}

async function isStill(): Promise<boolean> {
  const scrolled = scrollY;
  // An effect of scrolling starts within two frames.
  for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
  const seenImages = [...document.images].filter((image) => {
    const { top, bottom } = image.getBoundingClientRect();
    return top < innerHeight && bottom > 0 && image.checkVisibility();
  });
  // A complete image is painted only after decoding, which may take longer than a frame.
  const decoded = await Promise.allSettled(seenImages.map((image) => image.decode()));
  const isDecoded = decoded.every(({ status }) => status === "fulfilled");
  // Animations of hidden content, and of a busy button, never finish.
  const isChanging = document.getAnimations().some(({ playState, effect }) => {
    const { target } = effect as KeyframeEffect;
    const isEndless = effect?.getComputedTiming().endTime === Infinity;
    const isSeen = target?.checkVisibility({ contentVisibilityAuto: true });
    return playState === "running" && !isEndless && isSeen;
  });
  return isDecoded && !isChanging && scrollY === scrolled;
}
