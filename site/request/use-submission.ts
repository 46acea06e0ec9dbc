import { useRef, useState } from "react";

import {
  findProblems,
  toDataRequirement,
  type Field,
  type Problem,
} from "../../domain/data-requirement.ts";
import { referenceOf } from "../../domain/identifiers.ts";
import { notify } from "../ui/toasts.ts";
import { backend } from "./backend.ts";
import { clearDraft, currentDraft, idempotencyKeyOf, useDraft } from "./draft.ts";
import {
  explainFailure,
  explainProblems,
  replyDue,
  SUBMITTED,
  UNEXPECTED,
  type Explanation,
} from "./outcome.ts";
import { submitRequest, type Outcome } from "./submit-request.ts";

export type SubmitState =
  | { kind: "idle" }
  | { kind: "submitting"; retrying: boolean }
  | { kind: "failed"; explanation: Explanation }
  /** `reference` is null when an earlier try had stored the request and its answer was lost. */
  | { kind: "sent"; reference: string | null; due: string };

/** Where a form stands, what is wrong with it, and how it is sent. */
export function useSubmission() {
  const draft = useDraft();
  const [state, setState] = useState<SubmitState>({ kind: "idle" });
  const [flagged, setFlagged] = useState<readonly Field[]>([]);
  // State reaches the button only with the next render: a second click may come sooner.
  const sending = useRef(false);

  // What was wrong when the form was last sent, less what has been mended since.
  const problems = flagged.length === 0 ? [] : problemsIn(flagged);

  /** Sends the draft, unless something must be mended first. */
  async function submit(): Promise<void> {
    if (sending.current) return;
    const found = findProblems(currentDraft());
    setFlagged(found.map(({ field }) => field));
    if (found.length > 0) {
      setState({ kind: "idle" });
      notify("error", explainProblems(found));
      return;
    }
    sending.current = true;
    setState({ kind: "submitting", retrying: false });
    finish(await send());
    sending.current = false;
  }

  async function send(): Promise<Outcome | Explanation> {
    try {
      const record = toDataRequirement(currentDraft());
      return await submitRequest(record, backend(), {
        idempotencyKey: idempotencyKeyOf(record),
        onRetry: () => setState({ kind: "submitting", retrying: true }),
      });
    } catch (cause) {
      // oxlint-disable-next-line no-console -- the log has the cause, the visitor what to do next
      console.warn("The request could not be sent.", cause);
      return UNEXPECTED;
    }
  }

  function finish(outcome: Outcome | Explanation): void {
    if ("kind" in outcome && outcome.kind === "stored") {
      const { row } = outcome;
      clearDraft();
      setState({
        kind: "sent",
        reference: row && referenceOf(row.id),
        due: replyDue(row?.created_at),
      });
      notify("success", SUBMITTED);
      return;
    }
    const explanation = "kind" in outcome ? explainFailure(outcome) : outcome;
    setState({ kind: "failed", explanation });
    notify("error", explanation.message);
  }

  function problemsIn(fields: readonly Field[]): Problem[] {
    return findProblems(draft).filter(({ field }) => fields.includes(field));
  }

  return { draft, state, flagged, problems, submit };
}
