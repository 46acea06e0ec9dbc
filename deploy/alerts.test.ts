import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { expect, test } from "vitest";

import { createMetrics } from "../server/monitoring/metrics.ts";
import { openSqliteStore } from "../server/store/sqlite/store.ts";
import { installed } from "../test-support/installed.ts";

const alerts = readFileSync("deploy/alerts.yml", "utf8");
const promtool = installed("promtool");
if (promtool === undefined) {
  process.stdout.write("Skipped: promtool, of Debian's prometheus, is not installed here.\n");
}

test("alerts use only metrics that the server writes", async () => {
  const written = await writtenNames();
  const rules = [...alerts.matchAll(/expr: (.+)$/gm)].map(([, expression = ""]) => expression);
  const used = new Set(rules.flatMap(metricsIn));
  expect(used).toContain("store_up");
  expect([...used].filter((name) => !written.has(name))).toEqual([]);
});

test("each alert has its section in the runbook", () => {
  const runbook = readFileSync("docs/operations.md", "utf8");
  const names = [...alerts.matchAll(/- alert: (\w+)/g)].map(([, name = ""]) => name);
  expect(names.filter((name) => !runbook.includes(`### ${name}\n`))).toEqual([]);
  for (const name of names) expect(alerts).toContain(`docs/operations.md#${name.toLowerCase()}`);
});

test.skipIf(promtool === undefined).each([
  ["Prometheus accepts its configuration", ["check", "config", "deploy/prometheus.yml"]],
  ["the alerts fire when they should, and only then", ["test", "rules", "deploy/alerts.test.yml"]],
])("%s", (_title, args) => {
  const { stdout, stderr, status } = spawnSync(promtool ?? "", args, { encoding: "utf8" });
  expect(status, stdout + stderr).toBe(0);
});

/** Names of metrics as a server writes them. */
async function writtenNames(): Promise<Set<string>> {
  const folder = mkdtempSync(join(tmpdir(), "site-metrics-"));
  const store = openSqliteStore(join(folder, "requests.sqlite"));
  const text = await createMetrics(store).write();
  await store.close();
  rmSync(folder, { recursive: true });
  return new Set([...text.matchAll(/^# TYPE (\w+) /gm)].map(([, name = ""]) => name));
}

/** Names in an expression that can only be metrics: ours have an underscore. */
function metricsIn(expression: string): string[] {
  const bare = expression.replaceAll(/"[^"]*"|\{[^}]*\}|\[[^\]]*\]/g, "");
  return bare.match(/\b[a-z]+(?:_[a-z0-9]+)+\b/g) ?? [];
}
