import { flushSync } from "react-dom";
import { v7 as uuid } from "uuid";

import { readHoneypot } from "../../contract/spam-signals.ts";
import {
  findProblems,
  readForm,
  toDataRequirement,
  type DataRequirement,
} from "../../domain/data-requirement.ts";
import { explainFailure } from "../../domain/messages.ts";
import type { ReportedReason } from "../../domain/spam.ts";
import type { FormId } from "../attributes.ts";
import { focusField, restoreLostFocus, showOutcome } from "./form/focus.ts";
import { dispatch, getState } from "./state/store.ts";
import type { Attempt } from "./state/tab-storage.ts";
import { IS_OWN_SERVER, pageBackend } from "./submission/backend.ts";
import { submitRequirement, type SubmitOutcome } from "./submission/submit-requirement.ts";

/** Does nothing while another submission is in progress. */
export async function submitForm(form: HTMLFormElement): Promise<void> {
  if (getState().status.kind === "submitting") return;
  const formId = form.id as FormId;
  // Reads the form itself, because autofill may change values without an event.
  const data = new FormData(form);
  const draft = readForm(data);
  const problems = findProblems(draft);
  if (problems.length > 0) {
    flushSync(() => dispatch({ type: "invalid", formId, draft, problems }));
    focusField(form, problems[0]?.field);
    return;
  }
  flushSync(() => dispatch({ type: "submit", formId, draft }));
  restoreLostFocus(form);
  const outcome = await send(formId, toDataRequirement(draft), readHoneypot(data));
  showOutcome(form, outcome.kind === "stored" ? "stored" : "failed", () => {
    if (outcome.kind === "stored") {
      const { reference, replyDue } = outcome;
      dispatch({ type: "stored", formId, receipt: { reference, replyDue } });
      for (const each of document.forms) each.reset();
    } else {
      const explanation = explainFailure(outcome.kind, { ...outcome, isOwnServer: IS_OWN_SERVER });
      dispatch({ type: "failed", formId, explanation });
    }
  });
}

/** Saves the attempt as possibly stored before sending it, because a reload or an exception may follow. */
async function send(
  formId: FormId,
  requirement: DataRequirement,
  spamReason: ReportedReason | null,
): Promise<SubmitOutcome> {
  try {
    const attempt = attemptFor(requirement);
    dispatch({ type: "attempt", attempt: { ...attempt, mayBeStored: true } });
    const outcome = await submitRequirement(requirement, pageBackend(), {
      idempotencyKey: attempt.key,
      mayBeStored: attempt.mayBeStored,
      spamReason,
      onRetry: (mayBeStored) => dispatch({ type: "retry", formId, mayBeStored }),
    });
    if (outcome.kind !== "stored") {
      // Omits the backend's message, because it may quote the visitor's input.
      const { kind, status, code = "none", errorName = "none", mayBeStored } = outcome;
      warn(
        `Sending failed: ${kind}, HTTP status ${status}, code ${code}, error ${errorName}, online ${navigator.onLine}`,
      );
      dispatch({ type: "attempt", attempt: { ...attempt, mayBeStored } });
    }
    return outcome;
  } catch (cause) {
    warn("Sending failed: unexpected", cause);
    const mayBeStored = getState().attempt?.mayBeStored ?? false;
    return { kind: "unexpected", status: 0, message: String(cause), mayBeStored };
  }
}

/** Reuses the key of an unchanged requirement: if a response was lost, the next attempt must not store it twice. */
function attemptFor(requirement: DataRequirement): Attempt {
  const { attempt } = getState();
  const payload = JSON.stringify(requirement);
  if (attempt && JSON.stringify(attempt.requirement) === payload) return attempt;
  // Avoids `crypto.randomUUID`, because it requires a secure context.
  return { key: uuid(), requirement, mayBeStored: false };
}

/** Logs details for support. The page itself tells visitors what to do next. */
function warn(...details: unknown[]): void {
  // oxlint-disable-next-line no-console -- the one log that a visitor's browser has
  console.warn(...details);
}
