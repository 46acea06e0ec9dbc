/** The page's two forms are two views of one request. */

import { emptyDraft, type Draft, type Problem } from "../../../domain/data-requirement.ts";
import { FIELDS } from "../../../domain/fields.ts";
import type { Explanation, Progress } from "../../../domain/messages.ts";
import type { FormId } from "../../attributes.ts";
import type { Attempt, Receipt, SavedState, Suggestion } from "./tab-storage.ts";

export type FormsState = {
  status: FormStatus;
  draft: Draft;
  /** Cleared when the attempted request is stored. */
  attempt: Attempt | null;
  /** Receipt of the last stored request. */
  receipt: Receipt | null;
  /** The data type that was filled in for the visitor, or null. */
  suggestion: Suggestion | null;
};

/** Only the submitted form, `formId`, shows its outcome. */
export type FormStatus =
  | { kind: "editing" }
  | { kind: "invalid"; formId: FormId; problems: Problem[] }
  | { kind: "submitting"; formId: FormId; progress: Progress }
  | { kind: "failed"; formId: FormId; explanation: Explanation }
  | { kind: "stored"; formId: FormId; receipt: Receipt };

export type Action =
  /** Saved values take precedence, because all input is saved at once. The form's values fill gaps. */
  | { type: "restore"; kept: SavedState; draft: Draft }
  | { type: "input"; draft: Draft }
  | { type: "suggest"; suggestion: Suggestion }
  | { type: "invalid"; formId: FormId; draft: Draft; problems: Problem[] }
  | { type: "submit"; formId: FormId; draft: Draft }
  | { type: "attempt"; attempt: Attempt }
  | { type: "retry"; formId: FormId; mayBeStored: boolean }
  | { type: "failed"; formId: FormId; explanation: Explanation }
  | { type: "stored"; formId: FormId; receipt: Receipt }
  | { type: "dismiss"; formId: FormId }
  /** Dispatched when a form is reset. */
  | { type: "reset" };

const EDITING: FormStatus = { kind: "editing" };

const NO_DRAFT = { draft: emptyDraft(), attempt: null, suggestion: null };

export const INITIAL: FormsState = { status: EDITING, ...NO_DRAFT, receipt: null };

export function reduce(state: FormsState, action: Action): FormsState {
  const { status } = state;
  switch (action.type) {
    case "restore": {
      const { kept } = action;
      const draft = fillGaps({ ...state.draft, ...kept.draft }, action.draft);
      return { ...state, ...kept, draft };
    }
    case "input":
      return { ...state, draft: action.draft };
    case "suggest": {
      const { suggestion } = action;
      const isTypedByVisitor = state.draft.data_type.trim() !== "" && !isSuggested(state);
      if (isTypedByVisitor || status.kind === "submitting") return state;
      const draft = { ...state.draft, data_type: suggestion.dataType };
      return { ...state, draft, suggestion };
    }
    case "invalid": {
      const { formId, draft, problems } = action;
      return { ...state, draft, status: { kind: "invalid", formId, problems } };
    }
    case "submit": {
      const { formId, draft } = action;
      return { ...state, draft, status: { kind: "submitting", formId, progress: "sending" } };
    }
    case "attempt":
      return { ...state, attempt: action.attempt };
    case "retry": {
      const progress = action.mayBeStored ? "unconfirmed" : "retrying";
      return { ...state, status: { kind: "submitting", formId: action.formId, progress } };
    }
    case "failed": {
      const { formId, explanation } = action;
      return { ...state, status: { kind: "failed", formId, explanation } };
    }
    case "stored": {
      const { formId, receipt } = action;
      return { status: { kind: "stored", formId, receipt }, ...NO_DRAFT, receipt };
    }
    case "dismiss":
      return status.kind === "stored" && status.formId === action.formId
        ? { ...state, status: EDITING }
        : state;
    case "reset":
      return { ...state, ...NO_DRAFT };
  }
}

/** Both forms show progress, but only the submitted form shows its outcome. */
export function shownBy(formId: FormId, status: FormStatus): FormStatus {
  return status.kind === "editing" || status.kind === "submitting" || status.formId === formId
    ? status
    : EDITING;
}

/** Returns whether the data type is still the suggested one. */
export function isSuggested({ draft, suggestion }: FormsState): boolean {
  return draft.data_type === suggestion?.dataType;
}

function fillGaps(draft: Draft, other: Draft): Draft {
  const filled = FIELDS.map((field) => [
    field,
    draft[field].length > 0 ? draft[field] : other[field],
  ]);
  return Object.fromEntries(filled) as Draft;
}
