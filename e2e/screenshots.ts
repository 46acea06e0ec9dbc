/** `npm run screenshots`: compares each state with its image in `screenshots/`. `-- -u` replaces the images. */
import type { Page, PlaywrightTestOptions } from "@playwright/test";

import { DESK, fillDesk, PASSWORD, RESPONSES } from "../test-support/e2e/screens.ts";
import { expect, test as base } from "../test-support/e2e/site.ts";
import { STATES, visitState, type State } from "../test-support/e2e/states.ts";
import { INSERT, setTextSize } from "../test-support/e2e/visitor.ts";
import { startSite, type SiteServer } from "../test-support/site-server.ts";

type Sheet = {
  title: string;
  states: State[];
  context: Partial<PlaywrightTestOptions>;
  prepare?: (page: Page) => Promise<unknown>;
  fullPage?: boolean;
};

const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };
const LAPTOP = { viewport: { width: 1440, height: 900 } };
const COLLEAGUE = { httpCredentials: { username: "Ben", password: PASSWORD } };

const sheetAt = (width: number, height: number): Sheet => ({
  title: `page-${width}`,
  context: { viewport: { width, height } },
  states: STATES.filter(({ below = Infinity }) => width < below),
});

const SHEETS: Sheet[] = [
  { ...sheetAt(390, 844), context: PHONE },
  sheetAt(768, 1024),
  sheetAt(1440, 900),
  sheetAt(1920, 1080),
  { ...sheetAt(1440, 900), title: "text-32", prepare: (page) => setTextSize(page, 32) },
  {
    title: "print",
    context: { viewport: { width: 794, height: 1123 } },
    states: [{ name: "page", media: { media: "print" } }],
    fullPage: true,
  },
  { title: "desk-390", context: { ...PHONE, ...COLLEAGUE }, states: DESK, fullPage: true },
  { title: "desk-1440", context: { ...LAPTOP, ...COLLEAGUE }, states: DESK, fullPage: true },
  { title: "desk", context: PHONE, states: [{ name: "password", path: "/requests" }] },
  {
    title: "without-javascript",
    context: { ...PHONE, javaScriptEnabled: false },
    states: RESPONSES,
    fullPage: true,
  },
];

/** Fixed, because the reference and time of a real response differ in each run. */
const STORED = { id: "01900000-0000-7000-8000-00001a2b3c4d", reply_due: "2026-01-06T09:30:00Z" };

const test = base.extend<object, { site: SiteServer }>({
  site: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright requires an object pattern
    async ({}, use) => {
      const site = await startSite({ DESK_PASSWORD: PASSWORD, TZ: "UTC" });
      await fillDesk(site.dataFolder);
      await use(site);
      await site.stop();
    },
    { scope: "worker" },
  ],
});
test.use({ timezoneId: "UTC", expectedErrors: [/Failed to load resource/] });

for (const { title, states, context, prepare, fullPage = false } of SHEETS) {
  test.describe(title, () => {
    test.use(context);
    for (const state of states) {
      test(state.name, async ({ page }) => {
        await page.route(INSERT, (route) => route.fulfill({ status: 201, json: [STORED] }));
        await prepare?.(page);
        await visitState(page, state);
        await expect(page).toHaveScreenshot(`${title}-${state.name}.png`, {
          fullPage: fullPage || state.fullPage === true,
        });
      });
    }
  });
}
