import { expect, test } from "vitest";

import { FULL_REQUIREMENT } from "../test-support/valid-requirement.ts";
import { escapeControls, onOneLine } from "./escape-controls.ts";
import { detailsOf } from "./requirement-text.ts";

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
