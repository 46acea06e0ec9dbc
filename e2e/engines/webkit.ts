import { spawn } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";

import { installed } from "../../test-support/installed.ts";
import { freePort, startProgram, stopProgram } from "../../test-support/programs.ts";
import type { Browser, Engine, Point, Tab } from "./engine.ts";

const PACKAGES = { WebKitWebDriver: "webkit2gtk-driver", Xvfb: "xvfb" };

/** WebKitGTK's MiniBrowser on a virtual screen, over its own W3C WebDriver: it has no BiDi. */
export const webkit: Engine = {
  name: "WebKit",
  missing:
    Object.entries(PACKAGES)
      .filter(([program]) => !installed(program))
      .map(([, debian]) => debian)
      .join(" and ") || null,
  launch,
};

async function launch({ reducedMotion }: { reducedMotion: boolean }): Promise<Browser> {
  // WebKitGTK reads the preference for reduced motion from GTK's settings.
  const configuration = await mkdtemp(join(tmpdir(), "webkit-"));
  await mkdir(join(configuration, "gtk-3.0"));
  const settings = `[Settings]\ngtk-enable-animations=${reducedMotion ? 0 : 1}\n`;
  await writeFile(join(configuration, "gtk-3.0/settings.ini"), settings);

  let said = "";
  const screen = await startProgram("Xvfb", ["-displayfd", "1", "-screen", "0", "1600x1200x24"], {
    ready: /^\d+$/m,
    hear: (chunk) => (said += chunk.toString()),
  });
  const port = await freePort();
  const driver = spawn("WebKitWebDriver", [`--port=${port}`], {
    env: {
      ...process.env,
      DISPLAY: `:${/^\d+$/m.exec(said)?.[0]}`,
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

/** A session of its own: a second tab of one session is never drawn. */
async function openTab(root: string): Promise<Tab> {
  const { sessionId } = await send<{ sessionId: string }>("POST", `${root}/session`, {
    // A script that runs while its page unloads is never answered: time out soon, so a poll retries.
    capabilities: { alwaysMatch: { timeouts: { script: 3_000 } } },
  });
  const session = `${root}/session/${sessionId}`;
  const post = <Result>(command: string, body: object) =>
    send<Result>("POST", `${session}/${command}`, body);
  const evaluate: Tab["evaluate"] = (inPage, ...args) =>
    post("execute/sync", { script: `return (${inPage.toString()})(...arguments)`, args });
  // The window is larger than its viewport.
  const [barsWidth, barsHeight] = await evaluate((): [number, number] => [
    outerWidth - innerWidth,
    outerHeight - innerHeight,
  ]);
  return {
    open: (url) => post("url", { url }),
    evaluate,
    resize: (width, height) =>
      post("window/rect", { width: width + barsWidth, height: height + barsHeight }),
    press: (from, to = from) => post("actions", { actions: [pressing(from, to)] }),
    type: (text) => post("actions", { actions: [typing(text.replaceAll("\n", "\uE006"))] }),
    key: (key) => post("actions", { actions: [typing({ Tab: "\uE004", Escape: "\uE00C" }[key])] }),
    // Classic WebDriver has no console.
    errors: () => [],
    close: () => send("DELETE", session),
  };
}

function pressing(from: Point, to: Point): object {
  const actions = [
    { type: "pointerMove", ...from, duration: 0 },
    { type: "pointerDown", button: 0 },
    { type: "pointerMove", ...to, duration: 0 },
    { type: "pointerUp", button: 0 },
  ];
  return { type: "pointer", id: "mouse", parameters: { pointerType: "mouse" }, actions };
}

function typing(text: string): object {
  const actions = Array.from(text, (value) => [
    { type: "keyDown", value },
    { type: "keyUp", value },
  ]).flat();
  return { type: "key", id: "keyboard", actions };
}

async function send<Result>(method: string, address: string, body?: object): Promise<Result> {
  const response = await fetch(address, { method, ...(body && { body: JSON.stringify(body) }) });
  const { value } = (await response.json()) as { value: Result & { message?: string } };
  if (!response.ok) throw new Error(`${address}: ${value.message}`);
  return value;
}
