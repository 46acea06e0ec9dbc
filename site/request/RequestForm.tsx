import { useEffect, useLayoutEffect, useRef, useState, type FormEvent } from "react";

import { findProblems } from "../../domain/data-requirement.ts";
import { explainFailure } from "../../domain/texts/messages.ts";
import { FAILED_NOTICE, HYDRATED } from "../data-attributes.ts";
import { Button } from "../ui/Button.tsx";
import { dismiss } from "../ui/toasts/toasts.ts";
import { ContactLine } from "./form/ContactLine.tsx";
import { useErrorTitle } from "./form/error-title.ts";
import { ErrorSummary } from "./form/ErrorSummary.tsx";
import { flagFields } from "./form/fields.ts";
import { useFocusAfterSubmit } from "./form/focus.ts";
import { FormBody } from "./form/FormBody.tsx";
import { FormStatus } from "./form/FormStatus.tsx";
import { readHoneypot } from "./form/Honeypot.tsx";
import { Notice } from "./form/Notice.tsx";
import { SUBMIT, SUBMITTING } from "./form/submit-texts.ts";
import { adoptForm } from "./submission/adopt-form.ts";
import { isOwnServer, NATIVE_SUBMIT } from "./submission/backend.ts";
import { useDraft, useSubmitState, type FormName } from "./submission/form-state.ts";
import { submitDraft } from "./submission/submission.ts";

/** `id` prefixes every id in the form, because the page has two forms. */
export function RequestForm({ id }: { id: FormName }) {
  const { form, hydrated } = useHydratedForm();
  const draft = useDraft();
  const state = useSubmitState(id);
  useFocusAfterSubmit(form, state);
  const submitting = state.kind === "submitting";
  const remaining = state.kind === "invalid" ? findProblems(draft) : [];
  const flagged = state.kind === "invalid" ? flagFields(state.problems, remaining) : [];
  const hasErrors = flagged.some(({ corrected }) => !corrected);
  const isCorrected = flagged.length > 0 && !hasErrors;
  // The toast would still ask for what the visitor has corrected.
  useEffect(() => {
    if (isCorrected) dismiss();
  }, [isCorrected]);
  useErrorTitle(form, hasErrors);

  function handleSubmit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    // Some browsers fill in a form without telling React.
    adoptForm(event.currentTarget);
    void submitDraft(id, readHoneypot(event.currentTarget));
  }

  return (
    <form
      ref={form}
      id={id}
      className={CLASSES[id]}
      aria-labelledby={NAMES[id]}
      aria-busy={submitting}
      noValidate={hydrated}
      {...(hydrated && { [HYDRATED]: "" })}
      // The first script has set `novalidate` before hydration.
      suppressHydrationWarning
      {...NATIVE_SUBMIT}
      onSubmit={handleSubmit}
    >
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
      >
        <FormStatus state={state} />
        <ScriptFailedNotice />
        <Button variant="action" type="submit" disabled={submitting} suppressHydrationWarning>
          {submitting ? SUBMITTING : SUBMIT}
        </Button>
      </FormBody>
    </form>
  );
}

/** Adopts what was typed before React handled the form; `hydrated` is whether React handles it. */
function useHydratedForm() {
  const form = useRef<HTMLFormElement>(null);
  const [hydrated, setHydrated] = useState(false);
  useLayoutEffect(() => {
    if (!form.current) return;
    adoptForm(form.current);
    // The form is rendered again at once, with the adopted draft. Otherwise React would reset the inputs to
    // their first, empty value at the next key press.
    setHydrated(true);
  }, []);
  return { form, hydrated };
}

/**
 * The ids of what each form is named after. The form in the dialog leaves out its title, because the title names
 * the dialog, and a screen reader would read it twice.
 */
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
    <Notice kind="error" title={message} role="alert" hidden {...{ [FAILED_NOTICE]: "" }}>
      <p>{advice}</p>
      <ContactLine />
    </Notice>
  );
}
