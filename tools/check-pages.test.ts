import { spawnSync } from "node:child_process";
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";

import { createServer } from "vite";
import { afterAll, beforeAll, expect, test } from "vitest";

import { copyProject } from "../test-support/e2e/variant.ts";

/** A copy of the project, in which the component `Case` is outside of an island. */
let folder: string;

beforeAll(async () => {
  folder = await copyProject();
  const landing = join(folder, "site/pages/Landing.tsx");
  const text = await readFile(landing, "utf8");
  const withCase = text.replace("</main>", "<Case /></main>");
  await writeFile(landing, `import { Case } from "./Case.tsx";\n${withCase}`);
  // A package, which imports React by `require`.
  const library = join(folder, "site/node_modules/use-count");
  await mkdir(library, { recursive: true });
  await writeFile(
    join(library, "index.js"),
    'const React = require("react");\nexports.useCount = () => React.useState(0)[0];',
  );
});
afterAll(() => rm(folder, { recursive: true }));

function writeCase(text: string): Promise<void> {
  return writeFile(join(folder, "site/pages/Case.tsx"), text);
}

function check(): string {
  const { stderr } = spawnSync(process.execPath, ["tools/check-pages.ts"], {
    cwd: folder,
    encoding: "utf8",
    env: { ...process.env, NODE_ENV: "production" },
  });
  return stderr;
}

const STATE = "export function Case() { const [count] = useState(0); return <p>{count}</p>; }";

test("`npm run check` accepts a component that does nothing in the browser, and all islands", async () => {
  await writeCase("export function Case() { return <p>Nothing</p>; }");
  expect(check()).toBe("");
});

test.each([
  ["useState", `import { useState } from "react";\n${STATE}`],
  ["useState", `import * as React from "react";\n${STATE.replace("use", "React.use")}`],
  ["useState", `import React from "react";\n${STATE.replace("use", "React.use")}`],
  [
    "useState",
    'import { useCount } from "use-count";\nexport function Case() { return <p>{useCount()}</p>; }',
  ],
  ["onClick", "export function Case() { return <button onClick={() => {}}>Count</button>; }"],
  [
    "onClick",
    'import { createElement } from "react";\nexport const Case = () => createElement("i", { onClick() {} });',
  ],
  [
    "a class component",
    'import { Component } from "react";\nexport class Case extends Component { render() { return null; } }',
  ],
])("`npm run check` fails because of %s outside of an island: %s", async (used, text) => {
  await writeCase(text);
  expect(check()).toContain(`Case in Landing uses ${used}, which does nothing outside of an`);
});

test("`npm run check` names the component that passes a handler on to one which islands use, too", async () => {
  await writeCase(
    'import { Button } from "../ui/Button.tsx";\nexport function Case() { return <Button onClick={() => {}}>Count</Button>; }',
  );
  expect(check()).toContain("Button in Case, in Landing uses onClick");
});

test("the development server shows why a component outside of an island does nothing", async () => {
  await writeCase(`import { useState } from "react";\n${STATE}`);
  const server = await createServer({
    root: folder,
    configFile: join(folder, "vite.config.ts"),
    logLevel: "silent",
    server: { host: "127.0.0.1", port: 0, ws: false },
  });
  try {
    await server.listen();
    const response = await fetch(server.resolvedUrls?.local[0] ?? "");
    expect(response.status).toBe(500);
    expect(await response.text()).toContain("Case in Landing uses useState");
  } finally {
    await server.close();
  }
});
