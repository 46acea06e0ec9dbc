import { spawn } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";

import type { Keyboard, Mouse, Page } from "puppeteer-core";

import { freePort, startProgram, stopProgram } from "./programs.ts";

/** One page: the part of Puppeteer's `Page` that W3C WebDriver can do too. */
export type Tab = Pick<Page, "evaluate" | "close"> & {
  goto: (address: string) => Promise<unknown>;
  goBack: (options: { waitUntil: [] }) => Promise<unknown>;
  setViewport: (size: { width: number; height: number }) => Promise<void>;
  mouse: Pick<Mouse, "move" | "down" | "up">;
  keyboard: Pick<Keyboard, "press" | "type">;
};

/**
 * Starts WebKitGTK's MiniBrowser on a virtual screen, over its own W3C WebDriver: it has no BiDi,
 * so that Puppeteer cannot drive it.
 */
export async function launchWebKit({ reducedMotion }: { reducedMotion: boolean }) {
  // WebKitGTK reads the preference for reduced motion from GTK's settings.
  const configuration = await mkdtemp(join(tmpdir(), "webkit-"));
  await mkdir(join(configuration, "gtk-3.0"));
  const settings = `[Settings]\ngtk-enable-animations=${Number(!reducedMotion)}\n`;
  await writeFile(join(configuration, "gtk-3.0/settings.ini"), settings);

  let display = "";
  const screen = await startProgram("Xvfb", ["-displayfd", "1", "-screen", "0", "1600x1200x24"], {
    ready: /^\d+$/m,
    onOutput: (chunk) => (display += chunk.toString()),
  });
  const port = await freePort();
  const driver = spawn("WebKitWebDriver", [`--port=${port}`], {
    env: {
      ...process.env,
      DISPLAY: `:${/^\d+$/m.exec(display)?.[0]}`,
      GDK_BACKEND: "x11",
      NO_AT_BRIDGE: "1",
      // Without a graphics card, sharing buffers with one is the slow way to draw.
      WEBKIT_DISABLE_DMABUF_RENDERER: "1",
      XDG_CONFIG_HOME: configuration,
    },
    stdio: "ignore",
  });
  const root = `http://127.0.0.1:${port}`;
  // The driver prints nothing when it is ready.
  while (!(await fetch(`${root}/status`).catch(() => null))?.ok) await delay(20);
  return {
    newTab: () => openTab(root),
    close: async () => {
      await stopProgram(driver, "SIGTERM");
      await stopProgram(screen, "SIGTERM");
      await rm(configuration, { recursive: true });
    },
  };
}

const KEYS: Record<string, string> = { "\n": "\uE006", Tab: "\uE004", Escape: "\uE00C" };

/** A session of its own: a second tab of one session is never drawn. */
async function openTab(root: string): Promise<Tab> {
  // A script that runs while its page unloads is never answered: time out soon, so a poll retries.
  const capabilities = { alwaysMatch: { timeouts: { script: 3_000 } } };
  const { sessionId } = await send<{ sessionId: string }>("POST", `${root}/session`, {
    capabilities,
  });
  const session = `${root}/session/${sessionId}`;
  const post = <Result = void>(command: string, body: object) =>
    send<Result>("POST", `${session}/${command}`, body);
  const act = (type: "key" | "pointer", actions: object[]) =>
    post("actions", { actions: [{ type, id: type, actions }] });
  const typeKeys = (keys: Iterable<string>) => {
    const values = Array.from(keys, (key) => KEYS[key] ?? key);
    const presses = values.flatMap((value) =>
      ["keyDown", "keyUp"].map((type) => ({ type, value })),
    );
    return act("key", presses);
  };
  const evaluate = (inPage: unknown, ...args: unknown[]) =>
    post<never>("execute/sync", { script: `return (${String(inPage)})(...arguments)`, args });
  // The window is larger than its viewport.
  const bars = "() => [outerWidth - innerWidth, outerHeight - innerHeight]";
  const [barsWidth, barsHeight]: [number, number] = await evaluate(bars);
  return {
    goto: (url) => post("url", { url }),
    goBack: () => post("back", {}),
    evaluate,
    setViewport: ({ width, height }) =>
      post("window/rect", { width: width + barsWidth, height: height + barsHeight }),
    mouse: {
      move: (x, y) => act("pointer", [{ type: "pointerMove", x, y, duration: 0 }]),
      down: () => act("pointer", [{ type: "pointerDown", button: 0 }]),
      up: () => act("pointer", [{ type: "pointerUp", button: 0 }]),
    },
    keyboard: { press: (key) => typeKeys([key]), type: typeKeys },
    close: () => send("DELETE", session),
  };
}

async function send<Result>(method: string, address: string, body?: object): Promise<Result> {
  const response = await fetch(address, { method, ...(body && { body: JSON.stringify(body) }) });
  const { value } = (await response.json()) as { value: Result & { message?: string } };
  if (!response.ok) throw new Error(`${address}: ${value.message}`);
  return value;
}
