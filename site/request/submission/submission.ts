import { findProblems, toDataRequirement } from "../../../domain/data-requirement.ts";
import { referenceOf } from "../../../domain/identifiers.ts";
import type { FormUse } from "../../../domain/spam.ts";
import { explainFailure, explainProblems, SUBMITTED } from "../../../domain/texts/messages.ts";
import { dismiss, showToast } from "../../ui/toasts/toasts.ts";
import { backend } from "./backend.ts";
import {
  currentDraft,
  currentSubmitState,
  fillMilliseconds,
  idempotencyKeyOf,
  setSubmitState,
  updateDraft,
  type FormName,
  type SubmitState,
} from "./form-state.ts";
import { submitRequirement } from "./submit-requirement.ts";

/**
 * For this long after a success, a click on the submit button is ignored unless the next request has been begun:
 * it was meant for the one that was sent. Each ignored click begins the time again.
 */
const SETTLING_MS = 1_000;
let settlingUntil = -Infinity;

/** Checks the draft and sends it. Further clicks change nothing while it is being sent. */
export async function submitDraft(form: FormName, honeypot: FormUse["honeypot"]): Promise<void> {
  const { kind } = currentSubmitState(form);
  if (kind === "submitting") return;
  if (kind === "sent" && performance.now() < settlingUntil) {
    settle();
    return;
  }
  const problems = findProblems(currentDraft());
  if (problems.length > 0) {
    setSubmitState(form, { kind: "invalid", problems });
    showToast("error", explainProblems(problems));
    return;
  }
  // The previous error would contradict the progress text and cover it.
  dismiss();
  setSubmitState(form, { kind: "submitting", retrying: false });
  const state = await send(form, { honeypot, fillMilliseconds: fillMilliseconds() });
  setSubmitState(form, state);
  if (state.kind === "failed") showToast("error", state.explanation.message);
  if (state.kind !== "sent") return;
  settle();
  showToast("success", SUBMITTED);
}

function settle(): void {
  settlingUntil = performance.now() + SETTLING_MS;
}

/** Describes the data in the draft, unless the visitor has. */
export function suggestDataType(text: string): void {
  // While a request is being sent, the form shows what is sent.
  if (currentSubmitState("dialog").kind === "submitting") return;
  if (currentDraft().data_type.trim() === "") updateDraft({ data_type: text });
}

async function send(form: FormName, formUse: FormUse): Promise<SubmitState> {
  try {
    const requirement = toDataRequirement(currentDraft());
    const outcome = await submitRequirement(requirement, backend(), {
      idempotencyKey: idempotencyKeyOf(requirement),
      formUse,
      onRetry: () => setSubmitState(form, { kind: "submitting", retrying: true }),
    });
    if (outcome.kind === "stored") {
      const { row } = outcome;
      const createdAt = row?.created_at ?? new Date().toISOString();
      return { kind: "sent", confirmation: { reference: row && referenceOf(row.id), createdAt } };
    }
    const { kind, status, code = "none", retryAfterSeconds } = outcome;
    warn(`The request was not stored: ${kind}, HTTP status ${status}, code ${code}`);
    return { kind: "failed", explanation: explainFailure(kind, retryAfterSeconds) };
  } catch (cause) {
    warn("The request could not be sent.", cause);
    return { kind: "failed", explanation: explainFailure("unexpected") };
  }
}

/** The log is for support; the page tells the visitor what to do next. */
function warn(...details: unknown[]): void {
  // oxlint-disable-next-line no-console -- the one log that a visitor's browser has
  console.warn(...details);
}
