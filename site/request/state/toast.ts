import { findProblems, type Problem } from "../../../domain/data-requirement.ts";
import { explainProblems } from "../../../domain/messages.ts";
import { SUCCESS } from "../../../domain/reply-promise.ts";
import { dismissToast, showToast } from "../../ui/toasts/toasts.ts";
import type { FormsState, FormStatus } from "./forms-state.ts";

let toastedStatus: FormStatus | undefined;

/** Shows one toast per status, so that a dismissed or expired toast does not return until the status changes. */
export function renderToast(state: FormsState): void {
  const toast = toastOf(state);
  if (toast === null) dismissToast();
  else if (state.status !== toastedStatus) showToast(toast.kind, toast.text);
  toastedStatus = state.status;
}

type Toast = { kind: "success" | "error"; text: string };

function toastOf({ status, draft }: FormsState): Toast | null {
  switch (status.kind) {
    case "editing":
    case "submitting":
      return null;
    case "invalid": {
      const isCorrected = !toastStillApplies(status.problems, findProblems(draft));
      return isCorrected ? null : { kind: "error", text: explainProblems(status.problems) };
    }
    case "failed":
      return { kind: "error", text: status.explanation.message };
    case "stored":
      return { kind: "success", text: SUCCESS };
  }
}

/** The toast is about missing fields if any were missing, and otherwise about invalid fields. */
function toastStillApplies(problems: Problem[], remaining: Problem[]): boolean {
  const isMissing = ({ kind }: Problem) => kind === "missing";
  return problems.some(isMissing) ? remaining.some(isMissing) : remaining.length > 0;
}
