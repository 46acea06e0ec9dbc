import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { fileURLToPath, pathToFileURL } from "node:url";

import { buildApp } from "./app.ts";
import { startCourier, type Courier, type Send } from "./courier.ts";
import { createEmail } from "./email.ts";
import { readEnvironment, type Environment } from "./environment.ts";
import { gatherLines } from "./log-lines.ts";
import { createMetrics } from "./metrics.ts";
import { serveMetrics } from "./metrics-server.ts";
import { openStore } from "./open-store.ts";
import { watchPromises } from "./promise-watch.ts";
import {
  renderPlainRequestPage,
  type RenderRequestPage,
  type RequestAnswer,
} from "./request-page.ts";
import { readStaticSite, type StaticSite } from "./static-site.ts";
import { StoreUnavailable, type Channel, type RequestStore } from "./store.ts";
import { createWebhook } from "./webhook.ts";

const DIST = fileURLToPath(new URL("../dist/", import.meta.url));
const PAGES = fileURLToPath(new URL("../build/pages.js", import.meta.url));
const SHELL = fileURLToPath(new URL("../build/shell.html", import.meta.url));

/** How long requests in work may take once the server was told to stop. */
const SHUTDOWN_MILLISECONDS = 10_000;

/** Connections that may wait to be taken: beyond, a visitor's system tries again seconds later. */
const BACKLOG = 2_048;

await main();

async function main(): Promise<void> {
  const reading = readEnvironment(process.env);
  if (reading.kind === "wrong") return fail(reading.problems.join("\n"));
  const { environment } = reading;
  const site = await readSite();
  if (!site) return fail('There is no built site in dist/: run "npm run build" first.');

  const metrics = createMetrics();
  const store = metrics.metered(openStore(environment));
  const trouble = await findTrouble(store);
  if (trouble && !trouble.passing) return fail(trouble.message);

  const renderRequestPage = await loadRequestPage();
  let courier: Courier | undefined;
  const app = buildApp({
    store,
    site,
    renderRequestPage,
    environment,
    onStored: () => courier?.wake(),
    metrics,
    log: gatherLines(process.stdout),
  });
  const channels = openChannels(environment);
  let metricsAt: string | undefined;
  try {
    metricsAt = environment.metrics
      ? await serveMetrics(environment.metrics, () => metrics.write(store))
      : undefined;
  } catch (error) {
    return fail(
      `METRICS_ADDRESS cannot be listened on (${(error as NodeJS.ErrnoException).code}).`,
    );
  }
  try {
    // The lines for people come before the lines for machines.
    app.log.level = "warn";
    await app.listen({ port: environment.port, host: environment.host, backlog: BACKLOG });
    app.log.level = "info";
  } catch (error) {
    return fail(explainListening(error, environment));
  }
  greet(app.listeningOrigin, store, metricsAt);
  courier = startCourier({ outbox: store.outbox, channels, log: app.log });
  const stopWatching = watchPromises(store, app.log);
  if (trouble) {
    app.log.error({ reason: trouble.message }, "requests cannot be stored until this is mended");
  }

  for (const signal of ["SIGTERM", "SIGINT"] as const) {
    process.once(signal, () => {
      setTimeout(() => process.exit(1), SHUTDOWN_MILLISECONDS).unref();
      void app
        .close()
        .then(stopWatching)
        .then(() => courier?.stop())
        .then(() => store.close())
        .then(() => process.exit(0));
    });
  }
}

function greet(origin: string, store: RequestStore, metricsAt: string | undefined): void {
  console.log(`The site is at ${origin}`);
  console.log(`Requests are stored in ${store.place}`);
  console.log("Read them with: npm run requests");
  if (metricsAt !== undefined) console.log(`Metrics are at ${metricsAt}`);
}

function fail(sentence: string): void {
  console.error(sentence);
  process.exit(1);
}

function openChannels({ webhook, email }: Environment): Map<Channel, Send> {
  const channels = new Map<Channel, Send>();
  if (webhook) channels.set("webhook", createWebhook(webhook));
  if (email) channels.set("email", createEmail(email));
  return channels;
}

async function readSite(): Promise<StaticSite | undefined> {
  return existsSync(DIST) ? await readStaticSite(DIST) : undefined;
}

/** The build's own page for forms sent without script, rendered into the build's own shell. */
async function loadRequestPage(): Promise<RenderRequestPage> {
  const shell = await readFile(SHELL, "utf8").catch(() => undefined);
  if (shell === undefined || !existsSync(PAGES)) return renderPlainRequestPage;
  const pages = (await import(pathToFileURL(PAGES).href)) as {
    renderRequestPage: (answer: RequestAnswer, shell: string) => Promise<string>;
  };
  return (answer) => pages.renderRequestPage(answer, shell);
}

async function findTrouble(store: RequestStore): Promise<StoreUnavailable | undefined> {
  try {
    await store.check();
    return undefined;
  } catch (error) {
    if (error instanceof StoreUnavailable) return error;
    throw error;
  }
}

function explainListening(error: unknown, { port, host }: Environment): string {
  const code = (error as NodeJS.ErrnoException).code ?? "";
  const reasons: Record<string, string> = {
    EADDRINUSE: `Port ${port} is in use: stop the program that listens there, or set PORT.`,
    EACCES: `Port ${port} may not be used by this user: set PORT to 1024 or higher.`,
    EADDRNOTAVAIL: `HOST "${host}" is no address of this machine.`,
    ENOTFOUND: `HOST "${host}" is no known name.`,
  };
  return reasons[code] ?? `The server cannot listen on ${host}:${port} (${code}).`;
}
