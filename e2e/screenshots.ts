/**
 * `npm run screenshots [NAME …]`: takes a picture of everything that a person can see, and writes `screenshots/index.html`,
 * which shows all of them and says which differ from the last time. Names limit what is taken, such as `success`.
 */
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { chromium, type BrowserContextOptions, type Page } from "@playwright/test";

import {
  DESK,
  fillDesk,
  LINK_PREVIEW,
  MAILS,
  PASSWORD,
  RESPONSES,
} from "../test-support/e2e/screens.ts";
import { STATES, visitState, type State } from "../test-support/e2e/states.ts";
import { INSERT } from "../test-support/e2e/visitor.ts";
import { startSite } from "../test-support/site-server.ts";
import { buildSite } from "../tools/build.ts";
import { findBrowser } from "../tools/find-browser.ts";

/** States that are seen in the same way. */
type Sheet = {
  title: string;
  states: State[];
  context: BrowserContextOptions & { viewport: { width: number; height: number } };
  prepare?: (page: Page) => Promise<unknown>;
  fullPage?: boolean;
};

const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };
const LAPTOP = { viewport: { width: 1440, height: 900 } };
const COLLEAGUE = { httpCredentials: { username: "Ben", password: PASSWORD } };

const statesAt = (width: number) => STATES.filter(({ below = Infinity }) => width < below);
/** Those that have something of their own. */
const ownStates = STATES.filter(({ checked, below }) => checked && !below);
const sheetAt = (width: number, height: number): Sheet => ({
  title: `Page at ${width}`,
  context: { viewport: { width, height } },
  states: statesAt(width),
});

const SHEETS: Sheet[] = [
  { ...sheetAt(390, 844), context: PHONE },
  sheetAt(768, 1024),
  sheetAt(1440, 900),
  sheetAt(1920, 1080),
  { title: "Text of 32 px", context: LAPTOP, states: ownStates, prepare: enlargeText },
  { title: "Dark accent", context: LAPTOP, states: ownStates, prepare: darkenAccent },
  {
    title: "Print",
    context: { viewport: { width: 794, height: 1123 } },
    states: [{ name: "page", media: { media: "print" } }],
    fullPage: true,
  },
  { title: "Desk at 390", context: { ...PHONE, ...COLLEAGUE }, states: DESK, fullPage: true },
  { title: "Desk at 1440", context: { ...LAPTOP, ...COLLEAGUE }, states: DESK, fullPage: true },
  {
    title: "Desk without password",
    context: PHONE,
    states: [{ name: "password", path: "/requests" }],
  },
  {
    title: "Responses without JavaScript",
    context: { ...PHONE, javaScriptEnabled: false },
    states: RESPONSES,
    fullPage: true,
  },
  {
    title: "Mails",
    context: { viewport: PHONE.viewport, bypassCSP: true },
    states: MAILS,
    fullPage: true,
  },
  { title: "Elsewhere", context: { ...LAPTOP, bypassCSP: true }, states: [LINK_PREVIEW] },
];

/** What the backend returns: a reference and a time of its own would differ in each picture. */
const STORED = { id: "01900000-0000-7000-8000-00001a2b3c4d", created_at: "2026-01-05T09:30:00Z" };

const FOLDER = "screenshots";
const HASHES = join(FOLDER, "hashes.json");

buildSite();
mkdirSync(FOLDER, { recursive: true });
const dataFolder = mkdtempSync(join(tmpdir(), "site-pictures-"));
fillDesk(dataFolder);
const site = await startSite({ DATA_DIR: dataFolder, DESK_PASSWORD: PASSWORD, TZ: "UTC" });
const browser = await chromium.launch({
  executablePath: findBrowser(),
  // A large picture may otherwise be painted after the rest.
  args: ["--disable-checker-imaging"],
  ignoreDefaultArgs: ["--hide-scrollbars"],
});

const requested = process.argv.slice(2);
const lastHashes = existsSync(HASHES)
  ? (JSON.parse(readFileSync(HASHES, "utf8")) as Record<string, string>)
  : {};
const hashes = requested.length > 0 ? { ...lastHashes } : {};
for (const { title, states, context, prepare, fullPage = false } of SHEETS) {
  for (const state of states) {
    const { name } = state;
    if (requested.length > 0 && !requested.includes(name)) continue;
    const window = await browser.newContext({
      baseURL: site.origin,
      reducedMotion: "reduce",
      timezoneId: "UTC",
      ...context,
    });
    await window.route(INSERT, (route) => route.fulfill({ status: 201, json: [STORED] }));
    const page = await window.newPage();
    await prepare?.(page);
    await visitState(page, state);
    const picture = await page.screenshot({ path: join(FOLDER, fileOf(title, name)), fullPage });
    hashes[fileOf(title, name)] = createHash("sha256").update(picture).digest("hex");
    await window.close();
  }
  console.log(title);
}
await browser.close();
await site.stop();
rmSync(dataFolder, { recursive: true });

const files = Object.keys(hashes);
const changed = files.filter((file) => hashes[file] !== lastHashes[file]);
writeFileSync(HASHES, JSON.stringify(hashes, null, 2));
writeFileSync(join(FOLDER, "index.html"), renderIndex());
console.log(`${changed.length} of ${files.length} pictures differ: ${FOLDER}/index.html`);

async function enlargeText(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send("Page.setFontSizes", { fontSizes: { standard: 32 } });
}

async function darkenAccent(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(":root { --accent: #5b21b6; --on-accent: white; }");
    document.adoptedStyleSheets.push(sheet);
  });
}

function fileOf(title: string, name: string): string {
  return `${title.toLowerCase().replaceAll(" ", "-")}-${name}.png`;
}

function renderIndex(): string {
  const sheets = SHEETS.map(({ title, states }) => {
    const pictures = states.map(({ name }) => {
      const file = fileOf(title, name);
      const note = changed.includes(file) ? ", <b>differs</b>" : "";
      return `<figure id="${file}"><a href="${file}"><img src="${file}" loading="lazy"></a>
        <figcaption>${name}${note}</figcaption></figure>`;
    });
    return `<h2>${title}</h2>${pictures.join("")}`;
  });
  const links = changed.map((file) => `<a href="#${file}">${file}</a>`);
  return `<!doctype html><meta charset="utf-8"><title>Pictures</title>
    <style>
      body { font: 16px sans-serif; display: flex; flex-wrap: wrap; gap: 24px }
      header, h2 { width: 100% }
      figure { margin: 0 }
      img { max-width: 640px; max-height: 900px; border: 1px solid #999 }
    </style>
    <header>${changed.length} of ${files.length} pictures differ from the last time:
      ${links.join(" ")}</header>${sheets.join("")}`;
}
