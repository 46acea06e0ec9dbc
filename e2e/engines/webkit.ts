import { spawn } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { callOf, untilSized, type Browser, type Engine, type Tab } from "./engine.ts";
import { pressing, typing } from "./input.ts";
import { end, heard, isInstalled } from "./programs.ts";

const PROGRAMS = { WebKitWebDriver: "webkit2gtk-driver", Xvfb: "xvfb" };

/** WebKitGTK's MiniBrowser on a screen of its own, over the WebDriver that comes with it. */
export const webkit: Engine = {
  name: "WebKit",
  missing:
    Object.entries(PROGRAMS)
      .filter(([program]) => !isInstalled(program))
      .map(([, debian]) => debian)
      .join(" and ") || null,
  launch,
};

async function launch({ reducedMotion }: { reducedMotion: boolean }): Promise<Browser> {
  // WebKitGTK takes GTK's word for whether motion is welcome.
  const configuration = await mkdtemp(join(tmpdir(), "webkit-"));
  await mkdir(join(configuration, "gtk-3.0"));
  await writeFile(
    join(configuration, "gtk-3.0/settings.ini"),
    `[Settings]\ngtk-enable-animations=${reducedMotion ? 0 : 1}\n`,
  );

  const screen = spawn("Xvfb", ["-displayfd", "1", "-screen", "0", "1600x1200x24"], {
    stdio: ["ignore", "pipe", "ignore"],
  });
  const display = await heard(screen.stdout, /^(\d+)$/);
  const port = await freePort();
  const driver = spawn("WebKitWebDriver", [`--port=${port}`], {
    env: {
      ...process.env,
      DISPLAY: `:${display}`,
      GDK_BACKEND: "x11",
      NO_AT_BRIDGE: "1",
      // Without a graphics card, buffers meant to be shared with one are the slow way to draw.
      WEBKIT_DISABLE_DMABUF_RENDERER: "1",
      XDG_CONFIG_HOME: configuration,
    },
    stdio: "ignore",
  });

  const root = `http://127.0.0.1:${port}`;
  await untilReady(root);
  return {
    newTab: () => openTab(root),
    close: async () => {
      await end(driver);
      await end(screen);
      await rm(configuration, { recursive: true });
    },
  };
}

/** A session of its own: a second tab of one session is never drawn. */
async function openTab(root: string): Promise<Tab> {
  const { sessionId } = await send<{ sessionId: string }>("POST", `${root}/session`, {
    // A script that meets a page as it goes is never answered: told so soon, a poll asks again.
    capabilities: { alwaysMatch: { timeouts: { script: 3_000 } } },
  });
  const session = `${root}/session/${sessionId}`;
  const post = <Result>(command: string, body: object) =>
    send<Result>("POST", `${session}/${command}`, body);
  const evaluate: Tab["evaluate"] = (inPage, ...words) =>
    post("execute/sync", { script: `return ${callOf(inPage, words)}`, args: [] });
  // The window is larger than its viewport.
  const bars = await evaluate(() => ({
    width: outerWidth - innerWidth,
    height: outerHeight - innerHeight,
  }));
  return {
    open: (url) => post("url", { url }),
    back: () => post("back", {}),
    evaluate,
    resize: async (width, height) => {
      await post("window/rect", { width: width + bars.width, height: height + bars.height });
      await evaluate(untilSized, width, height);
    },
    press: (from, to = from) => post("actions", { actions: pressing(from, to) }),
    type: (text) => post("actions", { actions: typing(text) }),
    // Classic WebDriver has no console.
    errors: () => [],
    close: () => send("DELETE", session),
  };
}

async function send<Result>(method: string, address: string, body?: object): Promise<Result> {
  const response = await fetch(address, { method, ...(body && { body: JSON.stringify(body) }) });
  const { value } = (await response.json()) as { value: Result & { message?: string } };
  if (!response.ok) throw new Error(`${address}: ${value.message}`);
  return value;
}

async function untilReady(root: string): Promise<void> {
  for (;;) {
    const ready = await fetch(`${root}/status`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (ready) return;
    await new Promise((resolve) => {
      setTimeout(resolve, 20);
    });
  }
}

/** WebKitWebDriver wants to be told a port, and says nothing. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
