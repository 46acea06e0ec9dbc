import { describe, expect, test } from "vitest";

import { emptyDraft, findProblems } from "../../../domain/data-requirement.ts";
import { explainFailure } from "../../../domain/messages.ts";
import { ADA } from "../../../test-support/valid-requirement.ts";
import { INITIAL, reduce, shownBy, type Action, type RequestState } from "./request-state.ts";

const EMPTY = emptyDraft();
const VALID = { ...EMPTY, ...ADA };

const problems = findProblems(EMPTY);
const invalid: Action = { type: "invalid", form: "dialog-form", draft: EMPTY, problems };
const submit: Action = { type: "submit", form: "dialog-form", draft: VALID };
const failed: Action = { type: "failed", explanation: explainFailure("unreachable") };
const receipt = { reference: "deadbeef", createdAt: "2026-11-25T06:00:00Z" };
const stored: Action = { type: "stored", receipt };
const input: Action = { type: "input", draft: VALID };

function after(...actions: Action[]): RequestState {
  return actions.reduce(reduce, INITIAL);
}

test.each([
  ["what went wrong", after(invalid)],
  ["that it failed", after(submit, failed)],
  ["the confirmation", after(submit, stored)],
])("only the form that was submitted shows %s", (_, { step }) => {
  expect(shownBy("dialog-form", step)).toBe(step);
  expect(shownBy("inline-form", step)).toEqual({ kind: "editing" });
});

test("an input keeps the step", () => {
  for (const state of [after(invalid), after(submit, failed)]) {
    expect(reduce(state, input).step).toBe(state.step);
  }
});

test("once a request is stored, nothing of it is left but its confirmation", () => {
  const attempt: Action = { type: "attempt", attempt: { key: "1", requirement: ADA as never } };
  const { step: _, ...kept } = after(input, submit, attempt, stored);
  expect(kept).toEqual({
    draft: EMPTY,
    attempt: null,
    suggestion: "",
    receipt,
  });
});

describe("a form that is there after others", () => {
  const kept = { draft: { company: "kept", timeline: "soon" } };
  const restore: Action = { type: "restore", kept, draft: { ...EMPTY, company: "typed" } };

  test("keeps what it has, and gets what it lacks from the tab, and from the other form", () => {
    const { draft } = after({ ...input, draft: { ...EMPTY, phone: "1" } }, restore);
    expect(draft).toEqual({ ...EMPTY, company: "typed", timeline: "soon", phone: "1" });
  });
});
