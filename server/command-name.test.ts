import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { expect, onTestFinished, test } from "vitest";

import { findCommand } from "./command-name.ts";

test("hints name the installed command where there is one, else npm's", () => {
  const folder = mkdtempSync(join(tmpdir(), "site-command-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const script = join(folder, "requests");
  expect(findCommand(script)).toBe("npm run -s requests --");
  writeFileSync(script, readFileSync("deploy/requests.sh"));
  expect(findCommand(script, "/opt/request-site")).toBe("requests");
  // Of another installation on this machine.
  expect(findCommand(script, "/opt/request")).toBe("npm run -s requests --");
});
