import { expect, test } from "vitest";

import { FIELDS } from "../../domain/data-requirement.ts";
import { FULL_REQUIREMENT, MINIMAL_REQUIREMENT } from "../../test-support/valid-requirement.ts";
import { FORMATS, listFormat, type FormatName } from "./formats.ts";

const row = {
  id: "1",
  created_at: "2026-11-20T12:00:00.000+00:00",
  ...MINIMAL_REQUIREMENT,
  idempotency_key: null,
  replied_at: null,
  replied_via: null,
  reply_due: "2026-11-21T12:00:00.000+00:00",
  held_reason: null,
  deliveries: [],
};
const format = (kind: FormatName, changes: object = {}, now = "2026-11-20T12:00:00Z") => {
  const settings = { now: Date.parse(now), timeZone: "Europe/Berlin" };
  return listFormat(kind, settings).line({ ...row, ...changes });
};

test("CSV opens in a spreadsheet as it is", () => {
  const { head } = listFormat("csv", { now: 0, timeZone: "UTC" });
  const names = FIELDS.join(",");
  expect(head).toBe(`\uFEFFreference,id,created_at,reply_due,${names},replied_at,held_reason\r\n`);
  const line = format("csv", { ...FULL_REQUIREMENT, timeline: 'a "b",\nc' });
  expect(line).toContain('"a ""b"",\nc","UMI; Computer (Keyboard and Mouse)"');
});

test.each([
  ["=1+1", "'=1+1"],
  ["\t=1+1", "\"'\t'=1+1\""],
  ["a;=1+1", '"a;\'=1+1"'],
  ["a\t-1", '"a\t\'-1"'],
  ["\u0085＝1", "'＝1"],
  ["a-1, b", '"a-1, b"'],
  ["+44 (20) 1", "'+44 (20) 1"],
  ["+1\n+1", "\"'+1\n'+1\""],
])("no cell of CSV is a formula: %j is %j", (company, cell) => {
  expect(format("csv", { company })).toContain(`,+44 20 7946 0000,${cell},`);
});

test.each(FORMATS)("no control character is in a line of %s", (kind) => {
  const controls = Array.from({ length: 0xa0 }, (_, code) => String.fromCharCode(code)).join("");
  const values = {
    full_name: `${controls}\u202e`,
    company: controls,
    hardware_setup: [controls],
  };
  const shown = format(kind, values);
  // Within quotes, CSV keeps line breaks and tabs.
  const line = kind === "csv" ? shown.replaceAll(/[\t\r\n]/g, "") : shown.trimEnd();
  expect(line).not.toMatch(/\p{Cc}/u);
  if (kind === "jsonl") expect(JSON.parse(shown)).toMatchObject(values);
});

test("a line shows when the reply is due in the provider's time, and whether it is overdue", () => {
  const at = (now: string) => format("table", {}, now);
  expect(at("2026-11-21T12:00:00Z")).toMatch(/2026-11-20 13:00 {2}2026-11-21 13:00 {12}/);
  expect(at("2026-11-21T12:00:01Z")).toContain("2026-11-21 13:00  OVERDUE");
});

test("a line shows whether the provider's notification fails", () => {
  const failing = { channel: "webhook", attempts: 3, delivered_at: null, last_error: "no" };
  expect(format("table", { deliveries: [failing] })).toContain("FAILING");
});
