import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

import { COMMAND } from "./command-name.ts";
import { readConfig, type Config } from "./config.ts";
import { buildApp } from "./http/app.ts";
import { loadRequestPage } from "./http/built-pages.ts";
import { close, listen, onSignal } from "./http/listen.ts";
import { readStaticSite } from "./http/static-site.ts";
import { createLink } from "./links.ts";
import { openLog } from "./log.ts";
import type { NotificationContext } from "./notifications/notification.ts";
import { channelsOf, openChannels } from "./notifications/open-channels.ts";
import { startOutboxWorker } from "./notifications/outbox-worker.ts";
import { startReminders } from "./notifications/reminder.ts";
import { openStore } from "./store/open-store.ts";
import { StoreUnavailable, type RequestStore } from "./store/store.ts";

const DIST = fileURLToPath(new URL("../dist/", import.meta.url));
const BUILD = fileURLToPath(new URL("../build/", import.meta.url));

const problem = await start();
if (problem !== null) {
  console.error(problem);
  process.exit(1);
}

/** Starts the server. If it cannot start, resolves to the reasons, one sentence each. */
async function start(): Promise<string | null> {
  // Stored requests are readable only by the server's user.
  process.umask(0o077);
  const reading = readConfig(process.env);
  if (reading.kind === "invalid") return reading.problems.join("\n");
  const { config } = reading;
  if (!existsSync(DIST) || !existsSync(BUILD))
    return 'There is no built site in dist/: run "npm run build" first.';

  const site = await readStaticSite(DIST);
  const renderRequestPage = await loadRequestPage(BUILD);
  const log = openLog();
  const warn = (sentence: string) => log.warn(sentence);
  const store = openStore(config, { channels: channelsOf(config), warn });
  const channels = openChannels(config, () => readContext(config, store));
  const outage = await findOutage(store);
  if (outage && !outage.transient) return outage.message;

  const app = await buildApp({ store, site, renderRequestPage, config, log });
  const listenProblem = await listen(app, config);
  if (listenProblem !== null) return listenProblem;

  console.log(`The site is at ${app.listeningOrigin}`);
  console.log(`Requests are stored in ${store.location}`);
  console.log(`Read them with: ${COMMAND} list`);
  if (outage) log.error({ reason: outage.message }, "requests cannot be stored yet");

  const stopWorker = startOutboxWorker({ outbox: store.outbox, channels, log });
  const stopReminders = startReminders({ store, channels, log });
  onSignal(async () => {
    await Promise.all([close(app), stopWorker(), stopReminders()]);
    await store.close();
  });
  return null;
}

async function readContext(
  { timeZone, publicUrl }: Config,
  store: RequestStore,
): Promise<NotificationContext> {
  if (publicUrl === null) return { timeZone, links: null };
  const signing = { origin: publicUrl, secret: await store.readSecret(), now: Date.now() };
  const toRequest = (reference: string) => createLink({ reference }, signing);
  return { timeZone, links: { toRequest, toList: createLink("list", signing) } };
}

async function findOutage(store: RequestStore): Promise<StoreUnavailable | null> {
  try {
    await store.checkTable();
    await store.check();
    return null;
  } catch (error) {
    if (error instanceof StoreUnavailable) return error;
    throw error;
  }
}
