import { spawn } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { callOf, untilSized, type Browser, type Engine, type Tab } from "./engine.ts";
import { pressing, typing } from "./input.ts";
import { end, heard, isInstalled } from "./programs.ts";

/** Firefox, which speaks WebDriver BiDi by itself. */
export const firefox: Engine = {
  name: "Firefox",
  missing: isInstalled("firefox-esr") ? null : "firefox-esr",
  launch,
};

/** Nothing of its own on the network, and no first-run pages: a test machine may be offline. */
const QUIET = {
  "app.update.disabledForTesting": true,
  "app.normandy.enabled": false,
  "browser.aboutwelcome.enabled": false,
  "datareporting.policy.dataSubmissionEnabled": false,
  "network.captive-portal-service.enabled": false,
  "network.connectivity-service.enabled": false,
  "services.settings.server": "data:,",
};

type Entry = { level: string; text: string; source: { context?: string } };

async function launch({ reducedMotion }: { reducedMotion: boolean }): Promise<Browser> {
  const profile = await mkdtemp(join(tmpdir(), "firefox-"));
  const preferences = { ...QUIET, "ui.prefersReducedMotion": Number(reducedMotion) };
  const lines = Object.entries(preferences).map(
    ([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});\n`,
  );
  await writeFile(join(profile, "user.js"), lines.join(""));

  const options = ["--headless", "--profile", profile, "--remote-debugging-port=0"];
  const program = spawn("firefox-esr", options, { stdio: ["ignore", "ignore", "pipe"] });
  const address = await heard(program.stderr, /BiDi listening on (ws:\S+)/);

  const entries: Entry[] = [];
  const send = await connect(`${address}/session`, (method, params) => {
    if (method === "log.entryAdded") entries.push(params as Entry);
  });
  await send("session.new", { capabilities: {} });
  await send("session.subscribe", { events: ["log.entryAdded"] });

  return {
    newTab: () => openTab(send, entries),
    close: async () => {
      await end(program);
      await rm(profile, { recursive: true, force: true, maxRetries: 3 });
    },
  };
}

async function openTab(send: Send, entries: Entry[]): Promise<Tab> {
  const { context } = await send<{ context: string }>("browsingContext.create", { type: "tab" });
  const perform = (actions: object[]) => send("input.performActions", { context, actions });
  const evaluate: Tab["evaluate"] = async (inPage, ...words) => {
    const answer = await send<Evaluated>("script.evaluate", {
      target: { context },
      expression: `(async () => JSON.stringify(await ${callOf(inPage, words)}))()`,
      awaitPromise: true,
    });
    if (answer.type === "exception") throw new Error(answer.exceptionDetails.text);
    return answer.result.value && JSON.parse(answer.result.value);
  };
  return {
    open: async (url) =>
      void (await send("browsingContext.navigate", { context, url, wait: "complete" })),
    back: async () => void (await send("browsingContext.traverseHistory", { context, delta: -1 })),
    evaluate,
    resize: async (width, height) => {
      await send("browsingContext.setViewport", { context, viewport: { width, height } });
      await evaluate(untilSized, width, height);
    },
    press: async (from, to = from) => void (await perform(pressing(from, to))),
    type: async (text) => void (await perform(typing(text))),
    errors: () =>
      entries
        .filter(({ level, source }) => level === "error" && source.context === context)
        .map(({ text }) => text),
    close: async () => void (await send("browsingContext.close", { context })),
  };
}

type Evaluated =
  | { type: "success"; result: { value?: string } }
  | { type: "exception"; exceptionDetails: { text: string } };

type Send = <Result>(method: string, params: object) => Promise<Result>;

/** A BiDi connection: commands by number and their answers, and events in between. */
async function connect(
  address: string,
  onEvent: (method: string, params: unknown) => void,
): Promise<Send> {
  const socket = new WebSocket(address);
  await new Promise((resolve, reject) => {
    socket.addEventListener("open", resolve);
    socket.addEventListener("error", reject);
  });

  const waiting = new Map<number, PromiseWithResolvers<never>>();
  socket.addEventListener("message", ({ data }) => {
    const message = JSON.parse(data as string) as Message;
    if (message.type === "event") return onEvent(message.method, message.params);
    const command = waiting.get(message.id);
    waiting.delete(message.id);
    if (message.type === "success") command?.resolve(message.result);
    else command?.reject(new Error(`${message.error}: ${message.message}`));
  });
  socket.addEventListener("close", () => {
    for (const { reject } of waiting.values()) reject(new Error("Firefox hung up."));
  });

  let id = 0;
  return (method, params) => {
    id += 1;
    const command = Promise.withResolvers<never>();
    waiting.set(id, command);
    socket.send(JSON.stringify({ id, method, params }));
    return command.promise;
  };
}

type Message =
  | { type: "event"; method: string; params: unknown }
  | { type: "success"; id: number; result: never }
  | { type: "error"; id: number; error: string; message: string };
