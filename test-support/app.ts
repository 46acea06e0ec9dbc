import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { test as base } from "vitest";

import type { Channel } from "../domain/channels.ts";
import { buildApp } from "../server/http/app.ts";
import type { AppContext } from "../server/http/context.ts";
import { readStaticSite } from "../server/http/static-site.ts";
import { writeBuiltSite } from "./built-site.ts";
import { createDatabase, type Engine } from "./engines.ts";

type TestAppOptions = {
  now?: () => number;
  channels?: Channel[];
  config?: Partial<AppContext["config"]>;
  renderServerPage?: AppContext["renderServerPage"];
};

/** Loading the components takes seconds, which only the desk's tests need. */
const stubPage: AppContext["renderServerPage"] = async (content) => JSON.stringify(content);

/** Gives each test a server in this process; `test.override` sets its options. */
export const test = base
  .extend("options", {} as TestAppOptions)
  .extend("engine", "SQLite" as Engine)
  .extend("database", async ({ engine }, { onCleanup }) => {
    const database = await createDatabase(engine);
    onCleanup(() => database.remove());
    return database;
  })
  .extend("store", async ({ options, database }) => {
    const { channels = ["webhook"], now = Date.now } = options;
    return database.open({ channels, now });
  })
  .extend("app", async ({ store, options }, { onCleanup }) => {
    const folder = mkdtempSync(join(tmpdir(), "site-dist-"));
    writeBuiltSite(folder);
    const app = await buildApp({
      site: await readStaticSite(folder, null),
      renderServerPage: options.renderServerPage ?? stubPage,
      store,
      config: {
        ratePerMinute: 0,
        trustProxy: false,
        deskPassword: null,
        timeZone: "UTC",
        ...options.config,
      },
    });
    onCleanup(async () => {
      await app.close();
      rmSync(folder, { recursive: true });
    });
    return app;
  })
  /** Returns the stored rows, oldest first. */
  .extend(
    "stored",
    ({ database }) =>
      () =>
        database.rows(),
  );
