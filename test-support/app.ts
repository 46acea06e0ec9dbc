import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { test as base } from "vitest";

import { buildApp, type AppOptions } from "../server/http/app.ts";
import { readStaticSite } from "../server/http/static-site.ts";
import type { RequestStore } from "../server/store/store.ts";
import { writeBuiltSite } from "./built-site.ts";
import { openDatabase } from "./databases.ts";

type TestAppOptions = Partial<Omit<AppOptions, "store" | "config">> & {
  config?: Partial<AppOptions["config"]>;
};

/** Each test has a server of its own in this process, on SQLite; `test.override` sets its options. */
export const test = base
  .extend("options", {} as TestAppOptions)
  // oxlint-disable-next-line no-empty-pattern -- vitest reads from the pattern which fixtures it needs
  .extend("store", async ({}, { onCleanup }) => {
    const database = await openDatabase("SQLite");
    onCleanup(() => database.close());
    return database.open({ channels: ["webhook"] });
  })
  .extend("app", async ({ store, options }, { onCleanup }) => {
    const app = await buildTestApp(store, options);
    onCleanup(() => app.close());
    return app;
  });

/** Our server in this process, without a rate limit by default. */
export async function buildTestApp(store: RequestStore, options: TestAppOptions = {}) {
  const folder = mkdtempSync(join(tmpdir(), "site-dist-"));
  writeBuiltSite(folder);
  const site = await readStaticSite(folder);
  rmSync(folder, { recursive: true });
  return buildApp({
    site,
    renderRequestPage: async (content) => JSON.stringify(content),
    ...options,
    store,
    config: {
      ratePerMinute: 0,
      trustProxy: false,
      allowedOrigins: [],
      publicUrl: "https://www.example.org",
      timeZone: "UTC",
      ...options.config,
    },
  });
}
