import {
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  type FormEvent,
  type RefObject,
} from "react";
import { flushSync } from "react-dom";

import { findProblems } from "../../domain/data-requirement.ts";
import { explainFailure } from "../../domain/messages.ts";
import { Button } from "../ui/Button.tsx";
import { onDialogToggle } from "../ui/dialog-toggle.ts";
import { dismiss } from "../ui/toasts/toasts.ts";
import { Confirmation } from "./form/Confirmation.tsx";
import { ContactLine } from "./form/ContactLine.tsx";
import { useErrorTitle } from "./form/error-title.ts";
import { ErrorSummary } from "./form/ErrorSummary.tsx";
import { FailureNotice } from "./form/FailureNotice.tsx";
import { flagFields } from "./form/fields.ts";
import { focusOn, locateVisitor, moveFocus, NOWHERE, type VisitorPosition } from "./form/focus.ts";
import { FormBody } from "./form/FormBody.tsx";
import { FormStatus } from "./form/FormStatus.tsx";
import { readHoneypot } from "./form/Honeypot.tsx";
import { resizeDialog } from "./form/resize-dialog.ts";
import { FAILED_NOTICE, HYDRATED, SUBMIT, SUBMITTING } from "./handover.ts";
import { adoptForm } from "./submission/adopt-form.ts";
import { isOwnServer, NATIVE_SUBMIT } from "./submission/backend.ts";
import { onSubmitState, useDraft, useSubmitState, type FormName } from "./submission/form-state.ts";
import { beginAnother, submit } from "./submission/submission.ts";

/** `id` prefixes every id in the form, because the page has two forms. */
export function RequestForm({ id }: { id: FormName }) {
  const form = useRef<HTMLFormElement>(null);
  const draft = useDraft();
  const state = useSubmitState(id);
  const submitting = state.kind === "submitting";
  const remaining = state.kind === "invalid" ? findProblems(draft) : [];
  const flagged = state.kind === "invalid" ? flagFields(state.problems, remaining) : [];
  const receipt = state.kind === "sent" ? state.receipt : null;
  const positionBefore = useRef<VisitorPosition>(NOWHERE);

  const [hydrated, setHydrated] = useState(false);

  useLayoutEffect(() => {
    if (!form.current) return undefined;
    adoptForm(form.current);
    // Renders again at once, with the adopted draft. Otherwise React would reset the inputs to their first,
    // empty value at the next key press.
    setHydrated(true);
    const update = () => {
      if (form.current) positionBefore.current = locateVisitor(form.current);
    };
    update();
    return onSubmitState(update);
  }, []);
  useLayoutEffect(() => {
    if (!form.current) return;
    moveFocus(form.current, state, positionBefore.current);
    resizeDialog(form.current, positionBefore.current.dialogHeight);
  }, [state]);
  const hasErrors = flagged.some(({ corrected }) => !corrected);
  const isCorrected = flagged.length > 0 && !hasErrors;
  // The toast would still ask for what the visitor has done.
  useEffect(() => {
    if (isCorrected) dismiss();
  }, [isCorrected]);
  useErrorTitle(form, hasErrors);
  useFocusOnOpening(form, receipt !== null);

  function handleSubmit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    // Some browsers fill in a form without telling React.
    adoptForm(event.currentTarget);
    void submit(id, readHoneypot(event.currentTarget));
  }

  function handleAnother(): void {
    flushSync(beginAnother);
    focusOn(document.getElementById(`${id}-full_name`));
  }

  return (
    <form
      ref={form}
      id={id}
      className={CLASSES[id]}
      aria-labelledby={NAMES[id]}
      aria-busy={submitting}
      // Details.css reads it.
      data-state={state.kind}
      noValidate={hydrated}
      {...(hydrated && { [HYDRATED]: "" })}
      // The first script has set `novalidate` before hydration.
      suppressHydrationWarning
      {...NATIVE_SUBMIT}
      onSubmit={handleSubmit}
    >
      {receipt && <Confirmation receipt={receipt} onAnother={handleAnother} />}
      {/* Empty and hidden after sending, but its title still names the form and the dialog. */}
      <FormBody
        id={id}
        headings={HEADINGS[id]}
        notice={
          <>
            {!isOwnServer && <NeedsScript />}
            {flagged.length > 1 && <ErrorSummary id={id} flagged={flagged} />}
          </>
        }
        draft={draft}
        flagged={flagged}
        readOnly={submitting}
        hidden={receipt !== null}
      >
        <FormStatus state={state} draft={draft} />
        <ScriptFailedNotice />
        <Button variant="action" type="submit" disabled={submitting} suppressHydrationWarning>
          {submitting ? SUBMITTING : SUBMIT}
        </Button>
      </FormBody>
    </form>
  );
}

/** The title is already the dialog's name, and would be read twice as the form's. */
const NAMES = {
  inline: "inline-service inline-title",
  dialog: "dialog-service",
} as const;

const CLASSES = {
  inline: "request-form request-form-inline card",
  dialog: "request-form request-form-dialog",
} as const;

const HEADINGS = {
  inline: { service: "h3", title: "h4" },
  dialog: { title: "h3" },
} as const;

/** On a static host nothing takes a form without script. */
function NeedsScript() {
  return (
    <div className="request-form-needs-script">
      <p>This form needs JavaScript and a browser of 2023 or later to be sent.</p>
      <ContactLine />
    </div>
  );
}

/** Shown by the first script when the forms' script does not load or throws. */
function ScriptFailedNotice() {
  const { message, advice } = explainFailure("script-failed");
  return (
    <FailureNotice title={message} advice={advice} role="alert" hidden {...{ [FAILED_NOTICE]: "" }}>
      <ContactLine />
    </FailureNotice>
  );
}

/** When the dialog is opened after a request was sent, focus goes to the receipt, not to Close. */
function useFocusOnOpening(form: RefObject<HTMLFormElement | null>, sent: boolean): void {
  useEffect(() => {
    const dialog = form.current?.closest("dialog");
    if (!sent || !dialog) return undefined;
    return onDialogToggle(dialog, () => {
      if (dialog.open) form.current?.querySelector<HTMLElement>("[data-outcome]")?.focus();
    });
  }, [form, sent]);
}
