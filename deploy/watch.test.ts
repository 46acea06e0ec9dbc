import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { expect, test } from "vitest";

import { createMetrics } from "../server/monitoring/metrics.ts";
import { openSqliteStore } from "../server/store/sqlite/store.ts";
import { installed } from "../test-support/installed.ts";

const alerts = readFileSync("deploy/alerts.yml", "utf8");
const dashboard = JSON.parse(readFileSync("deploy/dashboard.json", "utf8")) as {
  panels: { title: string; targets: { expr: string }[] }[];
};
const promtool = installed("promtool");
if (promtool === undefined) {
  process.stdout.write("Skipped: promtool, of Debian's prometheus, is not installed here.\n");
}

/** Names of metrics as a server writes them, with what a histogram adds. */
async function writtenNames(): Promise<Set<string>> {
  const folder = mkdtempSync(join(tmpdir(), "site-metrics-"));
  const store = openSqliteStore(join(folder, "requests.sqlite"));
  const text = await createMetrics(store).write();
  await store.close();
  rmSync(folder, { recursive: true });
  const types = [...text.matchAll(/^# TYPE (\w+) (\w+)$/gm)];
  return new Set(
    types.flatMap(([, name = "", type]) => (type === "histogram" ? [`${name}_bucket`] : [name])),
  );
}

/** Words of an expression that can only be metrics: all of ours have an underscore. */
function metricsIn(expression: string): string[] {
  const bare = expression.replaceAll(/"[^"]*"|\{[^}]*\}|\[[^\]]*\]/g, "");
  return [...bare.matchAll(/\b[a-z]+(?:_[a-z0-9]+)+\b/g)]
    .map(([word]) => word)
    .filter((word) => word !== "histogram_quantile");
}

test("alerts and dashboard ask for nothing that the server does not write", async () => {
  const written = await writtenNames();
  const rules = [...alerts.matchAll(/expr: >?\s*(.+)$/gm)].map(([, expression = ""]) => expression);
  const panels = dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr));
  const asked = new Set([...rules, ...panels].flatMap(metricsIn));
  expect(asked.size).toBeGreaterThan(10);
  expect([...asked].filter((name) => !written.has(name))).toEqual([]);
});

test("each alert has its section in the runbook", () => {
  const runbook = readFileSync("docs/operations.md", "utf8");
  const names = [...alerts.matchAll(/- alert: (\w+)/g)].map(([, name = ""]) => name);
  expect(names.filter((name) => !runbook.includes(`### ${name}\n`))).toEqual([]);
  for (const name of names) expect(alerts).toContain(`docs/operations.md#${name.toLowerCase()}`);
});

test.skipIf(promtool === undefined).each([
  ["Prometheus takes its configuration", ["check", "config", "deploy/prometheus.yml"]],
  ["the alerts ring when they should, and only then", ["test", "rules", "deploy/alerts.test.yml"]],
])("%s", (_title, words) => {
  const { stdout, stderr, status } = spawnSync(promtool ?? "", words, { encoding: "utf8" });
  expect(status, stdout + stderr).toBe(0);
});
