import { useSyncExternalStore } from "react";

import {
  findProblems,
  toDataRequirement,
  type DataRequirement,
  type Problem,
} from "../../../domain/data-requirement.ts";
import { explainFailure, type Explanation } from "../../../domain/failures.ts";
import type { FormUse } from "../../../domain/spam.ts";
import { referenceOf } from "../../../domain/identifiers.ts";
import { createStore } from "../../ui/store.ts";
import { dismiss, notify } from "../../ui/toasts/toasts.ts";
import { backend } from "./backend.ts";
import {
  clearDraft,
  currentDraft,
  fillMilliseconds,
  idempotencyKeyOf,
  keepReceipt,
  useReceipt,
  type Receipt,
} from "./draft.ts";
import { explainProblems, replyDue, SUBMITTED } from "./outcome.ts";
import { submitRequirement } from "./submit-requirement.ts";

/** The landing page's forms. They share one draft and send one request at a time. */
export type FormName = "inline" | "dialog";

export type SubmitState = UnsentState | Receipt;

type UnsentState =
  | { kind: "idle" }
  /** `problems` were found on submit; the draft tells which of them have been corrected since. */
  | { kind: "invalid"; problems: Problem[] }
  | { kind: "submitting"; retrying: boolean }
  | { kind: "failed"; explanation: Explanation };

const IDLE: UnsentState = { kind: "idle" };
const SUBMITTING: UnsentState = { kind: "submitting", retrying: false };

/** The form that was submitted last, and its state; the other form is idle. */
const last = createStore<{ form: FormName; state: UnsentState }>({ form: "inline", state: IDLE });

/** Calls the listener when the state has changed, before React renders it. */
export const onSubmitState = last.subscribe;

export function useSubmitState(form: FormName): SubmitState {
  const receipt = useReceipt();
  const state = useSyncExternalStore(
    last.subscribe,
    () => stateOf(form),
    () => IDLE,
  );
  return receipt ?? state;
}

/** Checks the draft and sends it. Does nothing while a request is being sent. */
export async function submit(form: FormName, honeypot: FormUse["honeypot"]): Promise<void> {
  if (stateOf(form).kind === "submitting") return;
  const problems = findProblems(currentDraft());
  if (problems.length > 0) {
    setState(form, { kind: "invalid", problems });
    notify("error", explainProblems(problems));
    return;
  }
  // The previous error would contradict the progress text and cover it.
  dismiss();
  setState(form, SUBMITTING);
  const formUse = { honeypot, fillMilliseconds: fillMilliseconds() };
  const state = await send(form, formUse);
  if (state.kind === "sent") {
    keepReceipt(state);
    setState(form, IDLE);
  } else {
    setState(form, state);
  }
  announce(state);
}

/** Clears a sent request and its message, so that another can begin. */
export function beginAnother(): void {
  dismiss();
  clearDraft();
}

/** While one form is sending, the other shows it too, because both show the same draft. */
function stateOf(form: FormName): UnsentState {
  const { form: submitted, state } = last.get();
  return form === submitted || state.kind === "submitting" ? state : IDLE;
}

function setState(form: FormName, state: UnsentState): void {
  last.set({ form, state });
}

async function send(form: FormName, formUse: FormUse): Promise<SubmitState> {
  try {
    const requirement = toDataRequirement(currentDraft());
    const outcome = await submitRequirement(requirement, backend(), {
      idempotencyKey: idempotencyKeyOf(requirement),
      formUse,
      onRetry: () => setState(form, { kind: "submitting", retrying: true }),
    });
    if (outcome.kind === "stored") return toReceipt(requirement, outcome.row);
    const { kind, status, code = "none" } = outcome;
    warn(`The request was not stored: ${kind}, HTTP status ${status}, code ${code}`);
    const retryAfterSeconds = kind === "busy" ? outcome.retryAfterSeconds : undefined;
    return { kind: "failed", explanation: explainFailure(kind, retryAfterSeconds) };
  } catch (cause) {
    warn("The request could not be sent.", cause);
    return { kind: "failed", explanation: explainFailure("unexpected") };
  }
}

function toReceipt(
  requirement: DataRequirement,
  row: { id: string; created_at: string } | null,
): Receipt {
  const { full_name, email, phone, company } = requirement;
  return {
    kind: "sent",
    contact: { full_name, email, phone, company },
    reference: row && referenceOf(row.id),
    due: replyDue(row?.created_at),
  };
}

function announce(state: SubmitState): void {
  if (state.kind === "sent") notify("success", SUBMITTED);
  if (state.kind === "failed") notify("error", state.explanation.message);
}

/** The log is for support; the page tells the visitor what to do next. */
function warn(...details: unknown[]): void {
  // oxlint-disable-next-line no-console -- the one log that a visitor's browser has
  console.warn(...details);
}
