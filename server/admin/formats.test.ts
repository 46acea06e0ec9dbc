import { expect, test } from "vitest";

import { FULL_REQUIREMENT, MINIMAL_REQUIREMENT } from "../../test-support/valid-requirement.ts";
import type { ListedRequest } from "../store/store.ts";
import { EXPORT_FORMATS, inFull, table, type ListFormat } from "./formats.ts";

const row: ListedRequest = {
  id: "1",
  created_at: "2026-11-20T12:00:00.000+00:00",
  ...MINIMAL_REQUIREMENT,
  idempotency_key: null,
  replied_at: null,
  replied_via: null,
  reply_due: "2026-11-21T12:00:00.000+00:00",
  held_reason: null,
  note: null,
  noted_at: null,
  deliveries: [],
};
const clock = { now: Date.parse("2026-11-20T12:00:00Z"), timeZone: "Europe/Berlin" };
const { csv = table, jsonl = table } = Object.fromEntries(EXPORT_FORMATS);
const write = ({ line }: ListFormat, changes: object) => line({ ...row, ...changes }, clock);
/** How a value is written: in a table's line, in full, as CSV and as JSON. */
const WAYS: [string, (changes: object) => string][] = [
  ["the table", (changes) => write(table, changes)],
  ["show", (changes) => inFull({ ...row, ...changes }, clock)],
  ["csv", (changes) => write(csv, changes)],
  ["jsonl", (changes) => write(jsonl, changes)],
];

test("CSV opens in a spreadsheet as it is", () => {
  expect(csv.head).toMatch(/^\uFEFFreference,id,[a-z_,]+\r\n$/);
  const names = csv.head.trim().split(",");
  expect(write(csv, {}).split(",")).toHaveLength(names.length);
  const line = write(csv, { ...FULL_REQUIREMENT, timeline: 'a "b",\nc' });
  expect(line).toContain('"a ""b"",\nc","UMI; Computer (Keyboard and Mouse)"');
});

test.each([
  ["=1+1", "'=1+1"],
  ["\t=1+1", "\"'\t'=1+1\""],
  ["a;=1+1", '"a;\'=1+1"'],
  ['a;"=1+1;b', '"a;\'""=1+1;b"'],
  ["a\t-1", '"a\t\'-1"'],
  ["\u0001＝1", "'＝1"],
  ["\u202e=1", "'=1"],
  ["a\r=1", '"a\n\'=1"'],
  ["a-1, b", '"a-1, b"'],
  ["+44 20 7946 0000", "+44 20 7946 0000"],
  ["+44 (20) 1", "'+44 (20) 1"],
  ["+1\n+1", "\"'+1\n'+1\""],
])("no cell of CSV is a formula: %j is %j", (company, cell) => {
  expect(write(csv, { company })).toContain(`,${cell},`);
});

const CONTROLS = Array.from({ length: 0xa0 }, (_, code) => String.fromCharCode(code)).join("");
const BIDI = "\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069";

test.each(WAYS)("in %s no value controls a terminal", (_, show) => {
  const shown = show({
    full_name: CONTROLS + BIDI,
    timeline: CONTROLS + BIDI,
    hardware_setup: [CONTROLS + BIDI],
  });
  // Within quotes, CSV keeps line feeds and tabs; \r\n ends its lines.
  expect(shown.replaceAll(/\t|\r?\n/g, "")).not.toMatch(/\p{Cc}|\p{Bidi_Control}/u);
});

test("what reverses a text is shown as such, and left out of CSV", () => {
  const changes = { full_name: "a\u202eb" };
  expect(write(table, changes)).toContain("  a<U+202E>b ");
  expect(inFull({ ...row, ...changes }, clock)).toContain("  a<U+202E>b\n");
  expect(write(csv, changes)).toContain(",ab,");
  expect(write(jsonl, changes)).toContain('"a\\u202eb"');
});

const BREAKS = "a\rb\r\nc\vd\fe\u0085f\u2028g\u2029h";

test.each(WAYS)("in %s every line break is one kind", (_, show) => {
  expect(show({ company: BREAKS })).toBe(show({ company: "a\nb\nc\nd\ne\nf\ng\nh" }));
});

test("no line of a text begins where ours do", () => {
  expect(inFull({ ...row, timeline: BREAKS }, clock)).not.toMatch(/^[a-h]$/m);
});

test("JSON lines have the values as sent", () => {
  expect(JSON.parse(write(jsonl, FULL_REQUIREMENT))).toEqual({
    reference: "1",
    ...row,
    ...FULL_REQUIREMENT,
  });
  const changes = { company: "\u0001\u009b\u202e\u{1f916}" };
  expect(JSON.parse(write(jsonl, changes))).toMatchObject(changes);
});

test("a line shows when the reply is due in the provider's time, and whether it is overdue", () => {
  const at = (now: string) => table.line(row, { ...clock, now: Date.parse(now) });
  expect(at("2026-11-21T12:00:00Z")).toMatch(/2026-11-20 13:00 {2}2026-11-21 13:00 {10}/);
  expect(at("2026-11-21T12:00:01Z")).toContain("2026-11-21 13:00  OVERDUE");
});

test("a reply that was marked by the link in a notification is shown as such", () => {
  const changes = { replied_at: "2026-11-20T13:00:00.000+00:00", replied_via: "link" };
  expect(write(table, changes)).toContain("replied by link ");
  expect(inFull({ ...row, ...changes } as ListedRequest, clock)).toMatch(/^Replied .+, by link$/m);
});
