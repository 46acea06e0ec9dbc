import { describe, expect, test } from "vitest";

import { emptyDraft, findProblems } from "../../../domain/data-requirement.ts";
import { explainFailure } from "../../../domain/texts/messages.ts";
import { ADA } from "../../../test-support/valid-requirement.ts";
import { IDLE, reduce, shownBy, type Action, type FormState } from "./form-state.ts";

const EMPTY = emptyDraft();
const WITHOUT_NAME = { ...EMPTY, ...ADA, full_name: "" };
const VALID = { ...EMPTY, ...ADA };

const reject: Action = { type: "reject", form: "dialog", problems: findProblems(EMPTY) };
const explanation = explainFailure("unreachable");
const fail: Action = { type: "fail", form: "dialog", explanation };
const confirmation = { reference: "deadbeef", createdAt: "2026-11-25T06:00:00Z" };

/** The state after some actions, the first one in a form that nobody has used. */
function after(...actions: Action[]): FormState {
  return actions.reduce(reduce, IDLE);
}

describe("a form with problems", () => {
  test("when one of them is corrected, the others remain", () => {
    const state = after(reject, { type: "input", draft: WITHOUT_NAME });
    expect(state).toMatchObject({
      problems: findProblems(EMPTY),
      remaining: [{ kind: "missing", field: "full_name" }],
    });
  });

  test("when all of them are corrected, it shows so until the next submit", () => {
    const corrected = after(reject, { type: "input", draft: VALID });
    expect(corrected).toMatchObject({ kind: "invalid", remaining: [] });
    expect(reduce(corrected, { type: "submit" })).toEqual({ kind: "submitting", retrying: false });
  });
});

test("only the form that was submitted shows what went wrong", () => {
  for (const state of [after(reject), after({ type: "submit" }, fail)]) {
    expect(shownBy("dialog", state)).toBe(state);
    expect(shownBy("inline", state)).toEqual(IDLE);
  }
});

test("both forms show that the request is being sent, sent again and stored", () => {
  const actions: Action[] = [
    { type: "submit" },
    { type: "retry" },
    { type: "store", confirmation },
  ];
  const kinds = actions.map((_, index) => {
    const state = after(...actions.slice(0, index + 1));
    expect(shownBy("inline", state)).toBe(shownBy("dialog", state));
    return state;
  });
  expect(kinds).toEqual([
    { kind: "submitting", retrying: false },
    { kind: "submitting", retrying: true },
    { kind: "sent", confirmation },
  ]);
});

describe("an input", () => {
  const input: Action = { type: "input", draft: VALID };

  test("after a request was stored, begins the next one", () => {
    expect(after({ type: "submit" }, { type: "store", confirmation }, input)).toEqual(IDLE);
  });

  test("leaves the advice after a failure, and what is being sent", () => {
    const failed = after({ type: "submit" }, fail);
    expect(reduce(failed, input)).toBe(failed);
    const submitting = after({ type: "submit" });
    expect(reduce(submitting, input)).toBe(submitting);
  });
});
