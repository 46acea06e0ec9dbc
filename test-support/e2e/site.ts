import { test as base, expect } from "@playwright/test";

import { startSite, storedFrom, type SiteServer } from "../site-server.ts";
import { ADA } from "../valid-requirement.ts";

type PerTest = {
  /** A visitor with an email that is unique to the test. */
  person: typeof ADA;
  /** Returns the rows stored for `person`, newest first. */
  stored: () => Promise<Record<string, unknown>[]>;
  /** Console errors that a test may cause, such as failed loads. Any other console error fails the test. */
  expectedErrors: RegExp[];
};

/** Serves the built site from one server per worker, and fails a test on unexpected console errors. */
export const test = base.extend<PerTest, { site: SiteServer }>({
  site: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright requires an object pattern
    async ({}, use) => {
      const site = await startSite();
      await use(site);
      await site.stop();
    },
    { scope: "worker" },
  ],
  baseURL: async ({ site }, use) => use(site.origin),
  // oxlint-disable-next-line no-empty-pattern
  person: async ({}, use, { testId }) => use({ ...ADA, email: `${testId}@example.org` }),
  stored: async ({ site, person }, use) => use(async () => storedFrom(site, person)),
  expectedErrors: [[], { option: true }],
  page: async ({ page, expectedErrors }, use) => {
    const errors: string[] = [];
    const note = (text: string) => {
      if (!expectedErrors.some((pattern) => pattern.test(text))) errors.push(text);
    };
    // Console errors include CSP violations.
    page.on("console", (message) => message.type() === "error" && note(message.text()));
    page.on("pageerror", (error) => note(String(error)));
    await use(page);
    expect(errors).toEqual([]);
  },
});

export { expect };
