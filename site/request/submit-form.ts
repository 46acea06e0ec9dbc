import { flushSync } from "react-dom";

import { HONEYPOT } from "../../contract/form-use.ts";
import {
  findProblems,
  readForm,
  toDataRequirement,
  type DataRequirement,
} from "../../domain/data-requirement.ts";
import type { FormUse } from "../../domain/spam.ts";
import { explainFailure, explainProblems, SUBMITTED } from "../../domain/texts/messages.ts";
import { dismissToast, showToast } from "../ui/toasts/toasts.ts";
import type { DraftStore } from "./draft-store.ts";
import { focusOutcome, focusProblems, hasFocus, keepFocus } from "./form/focus.ts";
import { pageBackend } from "./submission/backend.ts";
import { dispatch, isSubmitting, type FormName } from "./submission/form-state.ts";
import { forgetKey, keyOf } from "./submission/idempotency-key.ts";
import { submitRequirement, type SubmitOutcome } from "./submission/submit-requirement.ts";

/** Checks what is typed and sends it. While it is being sent, further submits do nothing. */
export async function submitForm(form: HTMLFormElement, draft: DraftStore): Promise<void> {
  if (isSubmitting()) return;
  const name = form.id as FormName;
  const data = new FormData(form);
  const typed = readForm(data);
  const problems = findProblems(typed);
  if (problems.length > 0) {
    flushSync(() => dispatch({ type: "reject", form: name, problems }));
    focusProblems(form, problems);
    showToast("error", explainProblems(problems));
    return;
  }
  // The previous error would contradict the progress.
  dismissToast();
  flushSync(() => dispatch({ type: "submit" }));
  keepFocus(form);

  const outcome = await send(toDataRequirement(typed), {
    formUse: {
      honeypot: data.get(HONEYPOT) ? "filled" : "empty",
      fillMilliseconds: draft.fillMilliseconds(),
    },
    onRetry: () => dispatch({ type: "retry" }),
  });
  const hadFocus = hasFocus(form);
  if (outcome.kind === "stored") {
    forgetKey();
    const { reference, createdAt } = outcome;
    const confirmation = { reference, createdAt };
    flushSync(() => dispatch({ type: "store", confirmation }));
    draft.clear();
    showToast("success", SUBMITTED);
  } else {
    const explanation = explainFailure(outcome.kind, outcome.retryAfterSeconds);
    flushSync(() => dispatch({ type: "fail", form: name, explanation }));
    showToast("error", explanation.message);
  }
  focusOutcome(form, hadFocus);
}

type SendOptions = { formUse: FormUse; onRetry: () => void };
type Unexpected = { kind: "unexpected"; retryAfterSeconds?: undefined };

async function send(
  requirement: DataRequirement,
  options: SendOptions,
): Promise<SubmitOutcome | Unexpected> {
  try {
    const idempotencyKey = keyOf(requirement);
    const outcome = await submitRequirement(requirement, pageBackend(), {
      ...options,
      idempotencyKey,
    });
    if (outcome.kind !== "stored") {
      const { kind, status, code = "none" } = outcome;
      warn(`The request was not stored: ${kind}, HTTP status ${status}, code ${code}`);
    }
    return outcome;
  } catch (cause) {
    warn("The request could not be sent.", cause);
    return { kind: "unexpected" };
  }
}

/** The log is for support; the page shows what to do next. */
function warn(...details: unknown[]): void {
  // oxlint-disable-next-line no-console -- the one log that a visitor's browser has
  console.warn(...details);
}
