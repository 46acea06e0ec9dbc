import {
  findProblems,
  REQUIRED_FIELDS,
  toDataRequirement,
  type DataRequirement,
} from "../../../domain/data-requirement.ts";
import { referenceOf } from "../../../domain/identifiers.ts";
import { explainFailure, explainProblems, SUBMITTED } from "../../../domain/messages.ts";
import type { FormUse } from "../../../domain/spam.ts";
import { dismiss, showToast } from "../../ui/toasts/toasts.ts";
import { backend } from "./backend.ts";
import {
  currentDraft,
  currentSubmitState,
  fillMilliseconds,
  idempotencyKeyOf,
  reset,
  setSubmitState,
  updateDraft,
  type FormName,
  type Receipt,
  type SubmitState,
} from "./form-state.ts";
import { submitRequirement, type CreatedRow } from "./submit-requirement.ts";

/** Checks the draft and sends it. Does nothing while a request is being sent, and after one was sent. */
export async function submit(form: FormName, honeypot: FormUse["honeypot"]): Promise<void> {
  const { kind } = currentSubmitState(form);
  if (kind === "submitting" || kind === "sent") return;
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
  // The toast first: the dialog around a receipt is measured together with it.
  if (state.kind === "sent") showToast("success", SUBMITTED);
  if (state.kind === "failed") showToast("error", state.explanation.message);
  setSubmitState(form, state);
}

/** Clears a sent request and its message, so that another can begin. */
export function beginAnother(): void {
  dismiss();
  reset();
}

/** Describes the data in the draft, unless the visitor has. After a request was sent, begins the next one. */
export function suggestDataType(text: string): void {
  const { kind } = currentSubmitState("dialog");
  // What is on screen is what is being sent.
  if (kind === "submitting") return;
  if (kind === "sent") beginAnother();
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
      return { kind: "sent", receipt: toReceipt(requirement, outcome.row) };
    }
    const { kind, status, code = "none", retryAfterSeconds } = outcome;
    warn(`The request was not stored: ${kind}, HTTP status ${status}, code ${code}`);
    return { kind: "failed", explanation: explainFailure(kind, retryAfterSeconds) };
  } catch (cause) {
    warn("The request could not be sent.", cause);
    return { kind: "failed", explanation: explainFailure("unexpected") };
  }
}

function toReceipt(requirement: DataRequirement, row: CreatedRow | null): Receipt {
  const contact = REQUIRED_FIELDS.map((field) => [field, requirement[field]]);
  return {
    contact: Object.fromEntries(contact) as Receipt["contact"],
    reference: row && referenceOf(row.id),
    createdAt: row?.created_at ?? new Date().toISOString(),
  };
}

/** The log is for support; the page tells the visitor what to do next. */
function warn(...details: unknown[]): void {
  // oxlint-disable-next-line no-console -- the one log that a visitor's browser has
  console.warn(...details);
}
