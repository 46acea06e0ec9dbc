import { findProblems, type Problem } from "../../../domain/data-requirement.ts";
import { explainProblems, SUCCESS } from "../../../domain/messages.ts";
import { dismissToast, showToast } from "../../ui/toasts/toasts.ts";
import type { RequestState, Step } from "./request-state.ts";

let toastedStep: Step | undefined;

/** Shows one toast per step, so a dismissed or expired toast does not return before the next step. */
export function renderToast(state: RequestState): void {
  const toast = toastOf(state);
  if (toast === null) dismissToast();
  else if (state.step !== toastedStep) showToast(toast.kind, toast.text);
  toastedStep = state.step;
}

type Toast = { kind: "success" | "error"; text: string };

function toastOf({ step, draft }: RequestState): Toast | null {
  switch (step.kind) {
    case "editing":
    case "submitting":
      return null;
    case "invalid": {
      const isCorrected = !hasProblemOfToast(step.problems, findProblems(draft));
      return isCorrected ? null : { kind: "error", text: explainProblems(step.problems) };
    }
    case "failed":
      return { kind: "error", text: step.explanation.message };
    case "stored":
      return { kind: "success", text: SUCCESS };
  }
}

/** The toast is about missing fields if any were missing, and otherwise about invalid fields. */
function hasProblemOfToast(problems: Problem[], remaining: Problem[]): boolean {
  const isMissing = ({ kind }: Problem) => kind === "missing";
  return problems.some(isMissing) ? remaining.some(isMissing) : remaining.length > 0;
}
