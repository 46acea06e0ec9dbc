/** The page's two forms are two views of one request. */

import { emptyDraft, type Draft, type Problem } from "../../../domain/data-requirement.ts";
import { FIELDS } from "../../../domain/fields.ts";
import type { Explanation, Progress } from "../../../domain/messages.ts";
import type { FormName } from "../../attributes.ts";
import type { Attempt, Receipt, SavedState } from "./tab-storage.ts";

export type FormsState = {
  status: FormStatus;
  draft: Draft;
  /** Cleared when the attempted request is stored. */
  attempt: Attempt | null;
  /** Receipt of the last stored request. */
  receipt: Receipt | null;
  suggestion: string;
};

/** Only the submitted `form` shows its outcome. */
export type FormStatus =
  | { kind: "editing" }
  | { kind: "invalid"; form: FormName; problems: Problem[] }
  | { kind: "submitting"; form: FormName; progress: Progress }
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
  | { type: "retry"; mayBeStored: boolean }
  | { type: "failed"; explanation: Explanation }
  | { type: "stored"; receipt: Receipt }
  | { type: "dismiss"; form: FormName }
  /** Dispatched when a form is reset. */
  | { type: "reset" };

const EDITING: FormStatus = { kind: "editing" };

const NO_DRAFT = { draft: emptyDraft(), attempt: null, suggestion: "" };

export const INITIAL: FormsState = { status: EDITING, ...NO_DRAFT, receipt: null };

export function reduce(state: FormsState, action: Action): FormsState {
  const { status } = state;
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
      if (isTheVisitors || status.kind === "submitting") return state;
      const draft = { ...state.draft, data_type: action.dataType };
      return { ...state, draft, suggestion: action.dataType };
    }
    case "invalid": {
      const { form, draft, problems } = action;
      return { ...state, draft, status: { kind: "invalid", form, problems } };
    }
    case "submit": {
      const { form, draft } = action;
      return { ...state, draft, status: { kind: "submitting", form, progress: "sending" } };
    }
    case "attempt":
      return { ...state, attempt: action.attempt };
    case "retry": {
      if (status.kind !== "submitting") return state;
      const progress = action.mayBeStored ? "unconfirmed" : "retrying";
      return { ...state, status: { ...status, progress } };
    }
    case "failed": {
      if (status.kind !== "submitting") return state;
      const { explanation } = action;
      return { ...state, status: { kind: "failed", form: status.form, explanation } };
    }
    case "stored": {
      if (status.kind !== "submitting") return state;
      const { receipt } = action;
      const stored: FormStatus = { kind: "stored", form: status.form, receipt };
      return { status: stored, ...NO_DRAFT, receipt };
    }
    case "dismiss":
      return status.kind === "stored" && status.form === action.form
        ? { ...state, status: EDITING }
        : state;
    case "reset":
      return { ...state, ...NO_DRAFT };
  }
}

/** Both forms show progress, but only the submitted form shows its outcome. */
export function shownBy(form: FormName, status: FormStatus): FormStatus {
  return status.kind === "editing" || status.kind === "submitting" || status.form === form
    ? status
    : EDITING;
}

function fillGaps(draft: Draft, other: Draft): Draft {
  const filled = FIELDS.map((field) => [
    field,
    draft[field].length > 0 ? draft[field] : other[field],
  ]);
  return Object.fromEntries(filled) as Draft;
}
