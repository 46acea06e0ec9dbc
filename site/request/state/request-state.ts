/** The page's two forms are two views of one request. */

import { emptyDraft, type Draft, type Problem } from "../../../domain/data-requirement.ts";
import type { Explanation } from "../../../domain/failures.ts";
import { FIELDS } from "../../../domain/fields.ts";
import type { Attempt, Receipt, SavedState } from "./tab-storage.ts";

export type FormName = "inline-form" | "dialog-form";

export type RequestState = {
  step: Step;
  draft: Draft;
  /** Cleared when the attempted request is stored. */
  attempt: Attempt | null;
  /** Receipt of the last stored request. */
  receipt: Receipt | null;
  suggestion: string;
};

/** Only the submitted `form` shows its outcome. */
export type Step =
  | { kind: "editing" }
  | { kind: "invalid"; form: FormName; problems: Problem[] }
  | { kind: "submitting"; form: FormName; retrying: boolean }
  | { kind: "failed"; form: FormName; explanation: Explanation }
  | { kind: "stored"; form: FormName; receipt: Receipt };

export type Action =
  /** Dispatched when a form hydrates. The form's values take precedence, and saved values fill its gaps. */
  | { type: "restore"; kept: SavedState; draft: Draft }
  | { type: "input"; draft: Draft }
  | { type: "suggest"; dataType: string }
  | { type: "invalid"; form: FormName; draft: Draft; problems: Problem[] }
  | { type: "submit"; form: FormName; draft: Draft }
  | { type: "attempt"; attempt: Attempt }
  | { type: "retry" }
  | { type: "failed"; explanation: Explanation }
  | { type: "stored"; receipt: Receipt }
  | { type: "dismiss"; form: FormName }
  /** Dispatched when a form is reset. */
  | { type: "reset" };

const EDITING: Step = { kind: "editing" };

const NO_DRAFT = { draft: emptyDraft(), attempt: null, suggestion: "" };

export const INITIAL: RequestState = { step: EDITING, ...NO_DRAFT, receipt: null };

export function reduce(state: RequestState, action: Action): RequestState {
  const { step } = state;
  switch (action.type) {
    case "restore": {
      const { wasPosted: _, ...kept } = action.kept;
      const draft = fillGaps(action.draft, { ...state.draft, ...kept.draft });
      return { ...state, ...kept, draft };
    }
    case "input":
      return { ...state, draft: action.draft };
    case "suggest": {
      const { data_type } = state.draft;
      const isTheVisitors = data_type.trim() !== "" && data_type !== state.suggestion;
      if (isTheVisitors || step.kind === "submitting") return state;
      const draft = { ...state.draft, data_type: action.dataType };
      return { ...state, draft, suggestion: action.dataType };
    }
    case "invalid": {
      const { form, draft, problems } = action;
      return { ...state, draft, step: { kind: "invalid", form, problems } };
    }
    case "submit": {
      const { form, draft } = action;
      return { ...state, draft, step: { kind: "submitting", form, retrying: false } };
    }
    case "attempt":
      return { ...state, attempt: action.attempt };
    case "retry":
      return step.kind === "submitting" ? { ...state, step: { ...step, retrying: true } } : state;
    case "failed": {
      if (step.kind !== "submitting") return state;
      const { explanation } = action;
      return { ...state, step: { kind: "failed", form: step.form, explanation } };
    }
    case "stored": {
      if (step.kind !== "submitting") return state;
      const { receipt } = action;
      const stored: Step = { kind: "stored", form: step.form, receipt };
      return { step: stored, ...NO_DRAFT, receipt };
    }
    case "dismiss":
      return step.kind === "stored" && step.form === action.form
        ? { ...state, step: EDITING }
        : state;
    case "reset":
      return { ...state, ...NO_DRAFT };
  }
}

/** Both forms show progress, but only the submitted form shows its outcome. */
export function shownBy(form: FormName, step: Step): Step {
  return step.kind === "editing" || step.kind === "submitting" || step.form === form
    ? step
    : EDITING;
}

function fillGaps(draft: Draft, other: Draft): Draft {
  const filled = FIELDS.map((field) => [
    field,
    draft[field].length > 0 ? draft[field] : other[field],
  ]);
  return Object.fromEntries(filled) as Draft;
}
