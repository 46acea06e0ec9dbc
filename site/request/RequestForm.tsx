import { useEffect, useLayoutEffect, useRef, type FormEvent, type RefObject } from "react";
import { flushSync } from "react-dom";

import { findProblems } from "../../domain/data-requirement.ts";
import { explainFailure } from "../../domain/failures.ts";
import { Button } from "../ui/Button.tsx";
import { onDialogToggle } from "../ui/dialog-toggle.ts";
import { Confirmation } from "./form/Confirmation.tsx";
import { useErrorTitle } from "./form/error-title.ts";
import { ErrorSummary } from "./form/ErrorSummary.tsx";
import { FailureNotice } from "./form/FailureNotice.tsx";
import { flagFields } from "./form/fields.ts";
import { focusOn, locateVisitor, moveFocus, type VisitorPosition } from "./form/focus.ts";
import { FormHeading } from "./form/FormHeading.tsx";
import { FormSections } from "./form/FormSections.tsx";
import { FormStatus } from "./form/FormStatus.tsx";
import { Honeypot, readHoneypot } from "./form/Honeypot.tsx";
import { PrivacyLine } from "./form/PrivacyLine.tsx";
import { FAILED_NOTICE, HYDRATED, SUBMIT, SUBMITTING } from "./handover.ts";
import { isOwnServer, NATIVE_SUBMIT } from "./submission/backend.ts";
import { adoptForm, useDraft } from "./submission/draft.ts";
import {
  beginAnother,
  onSubmitState,
  submit,
  useSubmitState,
  type FormName,
} from "./submission/submission.ts";

/** `id` prefixes every id in the form, because the page has two forms. */
export function RequestForm({ id }: { id: FormName }) {
  const form = useRef<HTMLFormElement>(null);
  const draft = useDraft();
  const state = useSubmitState(id);
  const submitting = state.kind === "submitting";
  const remaining = state.kind === "invalid" ? findProblems(draft) : [];
  const flagged = state.kind === "invalid" ? flagFields(state.problems, remaining) : [];
  const sent = state.kind === "sent";
  const before = useRef<VisitorPosition>({ attended: false, pageHeight: null });

  useLayoutEffect(() => {
    if (!form.current) return undefined;
    takeOver(form.current);
    const update = () => {
      if (form.current) before.current = locateVisitor(form.current);
    };
    update();
    return onSubmitState(update);
  }, []);
  useLayoutEffect(() => {
    if (form.current) moveFocus(form.current, state, before.current);
  }, [state]);
  useErrorTitle(
    form,
    flagged.some(({ corrected }) => !corrected),
  );
  useFocusOnOpening(form, sent);

  function handleSubmit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
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
      className={`request-form request-form-${id}`}
      aria-labelledby={NAMES[id]}
      aria-busy={submitting}
      data-state={state.kind}
      // The first script has set `novalidate` before hydration.
      suppressHydrationWarning
      {...NATIVE_SUBMIT}
      onSubmit={handleSubmit}
    >
      {sent && <Confirmation receipt={state} onAnother={handleAnother} />}
      {/* Empty and hidden after sending, but its title still names the form and the dialog. */}
      <div className="request-form-body" hidden={sent}>
        <div className="request-form-content">
          <FormHeading id={id} {...HEADINGS[id]} />
          {!isOwnServer && (
            <p className="request-form-needs-script">
              This form needs JavaScript and a browser of 2023 or later to be sent.
            </p>
          )}
          {flagged.length > 1 && <ErrorSummary id={id} flagged={flagged} />}
          <FormSections id={id} draft={draft} flagged={flagged} readOnly={submitting} />
          <Honeypot id={id} />
        </div>
        <div className="request-form-end">
          <FormStatus state={state} />
          <FailedNotice />
          <Button variant="action" type="submit" disabled={submitting} suppressHydrationWarning>
            {submitting ? SUBMITTING : SUBMIT}
          </Button>
          <PrivacyLine />
        </div>
      </div>
    </form>
  );
}

/** The title names the dialog, so the form in it has only the service's name: no name is read twice. */
const NAMES = {
  inline: "inline-service inline-title",
  dialog: "dialog-service",
} as const;

const HEADINGS = {
  inline: { service: "h3", title: "h4" },
  dialog: { title: "h3" },
} as const;

/** Shown by the first script when the forms' script does not load or throws. */
function FailedNotice() {
  const { message, advice } = explainFailure("script-failed");
  return (
    <FailureNotice
      title={message}
      advice={advice}
      role="alert"
      hidden
      {...{ [FAILED_NOTICE]: "" }}
    />
  );
}

/** Takes over from the static form, including what was typed while React rendered. */
function takeOver(form: HTMLFormElement): void {
  adoptForm(form);
  form.noValidate = true;
  form.setAttribute(HYDRATED, "");
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
