import { expect, test } from "vitest";

import { emptyDraft, toDataRequirement } from "../../../domain/data-requirement.ts";
import { INITIAL, reduce } from "./forms-state.ts";

test("when a form hydrates, saved input wins, and the form's input fills gaps", () => {
  const empty = emptyDraft();
  const other = reduce(INITIAL, { type: "input", draft: { ...empty, phone: "1" } });
  const kept = { draft: { company: "kept", timeline: "soon" } };
  const { draft } = reduce(other, {
    type: "restore",
    kept,
    draft: { ...empty, company: "restored", role_title: "autofilled" },
  });
  expect(draft).toEqual({
    ...empty,
    company: "kept",
    timeline: "soon",
    phone: "1",
    role_title: "autofilled",
  });
});

test("closing the dialog keeps the confirmation of the form on the page", () => {
  const draft = emptyDraft();
  const receipt = { reference: "deadbeef", replyDue: null };
  const submitted = reduce(INITIAL, { type: "submit", formId: "inline-form", draft });
  const stored = reduce(submitted, { type: "stored", formId: "inline-form", receipt });
  expect(reduce(stored, { type: "dismiss", formId: "dialog-form" })).toBe(stored);
  expect(reduce(stored, { type: "dismiss", formId: "inline-form" }).status.kind).toBe("editing");
});

test("while a request is sent, a suggestion does not change it", () => {
  const draft = emptyDraft();
  const suggestion = { dataType: "Reaching", note: "Filled in" };
  const submitted = reduce(INITIAL, { type: "submit", formId: "dialog-form", draft });
  expect(reduce(submitted, { type: "suggest", suggestion })).toBe(submitted);
});

test.each([
  [false, "retrying"],
  [true, "unconfirmed"],
] as const)(
  "during a retry, the visitor reads whether the request may be stored (%s): %s",
  (mayBeStored, progress) => {
    const draft = emptyDraft();
    const submitted = reduce(INITIAL, { type: "submit", formId: "inline-form", draft });
    const { status } = reduce(submitted, { type: "retry", formId: "inline-form", mayBeStored });
    expect(status).toMatchObject({ kind: "submitting", progress });
  },
);

test("a form that is reset leaves nothing of the visitor", () => {
  const draft = { ...emptyDraft(), company: "typed" };
  const attempt = { key: "key", requirement: toDataRequirement(draft), mayBeStored: true };
  const typed = reduce(INITIAL, { type: "input", draft });
  const attempted = reduce(typed, { type: "attempt", attempt });
  expect(reduce(attempted, { type: "reset" })).toEqual(INITIAL);
});
