import { expect, test } from "vitest";

import { FULL_REQUIREMENT, MINIMAL_REQUIREMENT } from "../test-support/valid-requirement.ts";
import { FIELDS, REQUIRED_FIELDS, SCHEMA } from "./fields.ts";
import { detailsOf, localTime, onOneLine, escapeControls } from "./requirement-text.ts";

test("a request reads as in the form, without empty fields", () => {
  const details = detailsOf(FULL_REQUIREMENT);
  expect(details).toHaveLength(FIELDS.length);
  expect(details).toContainEqual({
    label: SCHEMA.hardware_setup.label,
    value: "UMI, Computer (Keyboard and Mouse)",
  });
  expect(details).toContainEqual({ label: SCHEMA.budget_range.label, value: "$10k–$50k" });
  expect(detailsOf(MINIMAL_REQUIREMENT)).toHaveLength(REQUIRED_FIELDS.length);
});

test("a time is shown in the provider's time zone, and names it", () => {
  const time = "2026-07-01T22:30:00.000+00:00";
  expect(localTime(time, "Europe/Berlin")).toMatch(/^Thu.* 2 Jul 2026.* 00:30 .+/);
  expect(localTime(time, "UTC")).toMatch(/^Wed.* 1 Jul 2026.* 22:30 UTC$/);
});

const CONTROLS = Array.from({ length: 0x1_00_00 }, (_, code) => String.fromCharCode(code))
  .filter((character) => /[\p{Cc}\p{Bidi_Control}\u2028\u2029]/u.test(character))
  .join("");

test("visitor text cannot forge a line, reorder it, or control a terminal", () => {
  expect(escapeControls("a\rb\r\nc\u0085d\u2028e\u2029f\vg\fh\ti")).toBe(
    "a\nb\nc\nd\ne\nf\ng\nh\ti",
  );
  expect(escapeControls("\u202Egnp\u061C\u001B[2J")).toBe("<U+202E>gnp<U+061C><U+001B>[2J");
  expect(onOneLine("Ada\r\n\tByron\u2066")).toBe("Ada Byron<U+2066>");
  expect(escapeControls(CONTROLS)).toMatch(/^[\t\n -~]+$/);
  expect(onOneLine(CONTROLS)).toMatch(/^[ -~]+$/);
  const typed = { ...FULL_REQUIREMENT, full_name: CONTROLS, timeline: CONTROLS };
  const values = detailsOf({ ...typed, hardware_setup: [CONTROLS] }).map(({ value }) => value);
  expect(values.join("")).not.toMatch(/(?![\t\n])[\p{Bidi_Control}\p{Cc}\u2028\u2029]/u);
});

test("texts in any language stay as they are", () => {
  const texts = ["Zoë O’Brien", "山田 太郎", "שרה לוי", "नमस्ते", "👩‍🔬", "a\u00A0b"];
  expect(texts.map(escapeControls)).toEqual(texts);
});
