import { fileURLToPath } from "node:url";

import { BUILDS } from "../contract/build-output.ts";
import { DESK_PATH } from "../contract/routes.ts";
import { readConfig, type Config } from "./config.ts";
import { buildApp } from "./http/app.ts";
import { close, listen, onSignal } from "./http/listen.ts";
import { readBuild } from "./http/read-build.ts";
import { openLog } from "./log.ts";
import { openChannels } from "./notifications/channels.ts";
import { startOutboxWorker } from "./notifications/outbox-worker.ts";
import { startReminders } from "./notifications/reminder.ts";
import { keepVerifying } from "./notifications/verify-channels.ts";
import { StoreUnavailable } from "./store/errors.ts";
import { RequestStore } from "./store/store.ts";

const problem = await start();
if (problem !== null) {
  console.error(problem);
  process.exit(1);
}

/** Resolves to null on success, or to the problems that prevent the start, one per line. */
async function start(): Promise<string | null> {
  // Makes new files readable only by the server's user.
  process.umask(0o077);
  const result = readConfig(process.env);
  if (result.kind === "invalid") return result.problems.join("\n");
  const { config } = result;
  const build = await readBuild(fileURLToPath(new URL(`../${BUILDS}`, import.meta.url)));
  if (build.kind === "unusable") return build.problem;
  const log = openLog();
  const channels = openChannels(config);
  const store = new RequestStore(config.databaseLocation, {
    channels: channels.map(({ channel }) => channel),
  });
  const outage = await findOutage(store);
  if (outage?.preventsStart) return outage.message;

  const app = await buildApp({ ...build, store, config }, log);
  const listenProblem = await listen(app, config);
  if (listenProblem !== null) return listenProblem;

  // Replaces a wildcard IP, because browsers cannot open it.
  const origin = app.listeningOrigin.replace(/\/\/(0\.0\.0\.0|\[::\]):/, "//localhost:");
  printWelcome(origin, store, config);
  if (outage) log.error({ reason: outage.message }, "requests cannot be stored yet");

  void keepVerifying({ store, channels, log });
  const stopWorker = startOutboxWorker({ store, channels, log });
  const stopReminders = startReminders({
    store,
    channels,
    log,
    timeZone: config.timeZone,
    hasDesk: config.deskPassword !== null,
  });
  onSignal(async () => {
    stopReminders();
    await Promise.all([close(app), stopWorker()]);
    await store.close();
  });
  return null;
}

function printWelcome(origin: string, store: RequestStore, config: Config): void {
  console.log(`The site is at ${origin}`);
  console.log(`Requests are stored in ${store.name}`);
  console.log(
    config.deskPassword === null
      ? 'Read them with the command "requests" (docs/operations.md), or set DESK_PASSWORD to read them in a browser'
      : `Read them at ${config.deskUrl ?? origin + DESK_PATH}`,
  );
}

async function findOutage(store: RequestStore): Promise<StoreUnavailable | null> {
  try {
    await store.check();
    return null;
  } catch (error) {
    if (error instanceof StoreUnavailable) return error;
    throw error;
  }
}
