import { test as base, expect } from "@playwright/test";

import { startSite, storedFrom, type SiteServer } from "../site-server.ts";
import { ADA } from "../valid-requirement.ts";

type PerTest = {
  /** A visitor of this test alone. */
  person: typeof ADA;
  /** Reads what is stored from `person`, newest first. */
  stored: () => Promise<Record<string, unknown>[]>;
  /**
   * Console errors that a test expects, such as Chromium's report of a response with an error status; any other fails
   * it.
   */
  expectedErrors: RegExp[];
};

/** Tests of the built site: one server and store per worker, and no console error in any test. */
export const test = base.extend<PerTest, { site: SiteServer }>({
  site: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright wants to see what a fixture uses
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
    // Violations of the content security policy are console errors too.
    page.on("console", (message) => message.type() === "error" && note(message.text()));
    page.on("pageerror", (error) => note(String(error)));
    await use(page);
    expect(errors).toEqual([]);
  },
});

export { expect };
