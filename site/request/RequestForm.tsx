import { useEffect, useLayoutEffect, useRef, type FormEvent } from "react";

import { HONEYPOT } from "../../contract/form-use.ts";
import { readForm } from "../../domain/data-requirement.ts";
import { NEEDS_SCRIPT, RETRYING, SENDING } from "../../domain/texts/messages.ts";
import { NEEDS_SCRIPT as SAYS_NEEDS_SCRIPT } from "../attributes.ts";
import { SITE } from "../site.ts";
import { Button } from "../ui/Button.tsx";
import { invoker } from "../ui/invoker.ts";
import { dismissToast } from "../ui/toasts/toasts.ts";
import type { DraftStore } from "./draft-store.ts";
import { ContactLine } from "./form/ContactLine.tsx";
import { ErrorSummary } from "./form/ErrorSummary.tsx";
import { toFieldErrors } from "./form/fields.ts";
import { FormBoundary } from "./form/FormBoundary.tsx";
import { FormFields } from "./form/FormFields.tsx";
import { FormHeading } from "./form/FormHeading.tsx";
import { Failed, Sent, SentBefore } from "./form/Outcome.tsx";
import { PrivacyLine } from "./form/PrivacyLine.tsx";
import { REQUEST_DIALOG } from "./OpenRequestDialog.tsx";
import { NATIVE_SUBMIT, WORKS_WITHOUT_SCRIPT } from "./submission/backend.ts";
import {
  dispatch,
  useFormState,
  useLastConfirmation,
  type FormName,
} from "./submission/form-state.ts";
import { submitForm } from "./submit-form.ts";
import { useHydrated } from "./use-hydrated.ts";

/** `id` prefixes every id in the form, because the page has two forms. The static page has no draft. */
type RequestFormProps = { id: FormName; draft?: DraftStore };

export function RequestForm(props: RequestFormProps) {
  return (
    <FormBoundary className={CLASSES[props.id]}>
      <Form {...props} />
    </FormBoundary>
  );
}

function Form({ id, draft }: RequestFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const state = useFormState(id);
  const lastConfirmation = useLastConfirmation();
  const isHydrated = useHydrated();
  const submitting = state.kind === "submitting";
  const errors = state.kind === "invalid" ? toFieldErrors(state.problems, state.remaining) : [];
  const allCorrected = errors.length > 0 && errors.every(({ corrected }) => corrected);
  // The toast would still ask for what the visitor has corrected.
  useEffect(() => {
    if (allCorrected) dismissToast();
  }, [allCorrected]);
  useLayoutEffect(() => {
    if (form.current) draft?.restore(form.current);
  }, [draft]);

  function handleSubmit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    if (draft) void submitForm(event.currentTarget, draft);
  }

  return (
    <form
      ref={form}
      id={id}
      className={CLASSES[id]}
      aria-labelledby={NAMES[id]}
      aria-busy={submitting}
      // The browser's own messages until this form has better ones.
      noValidate={isHydrated}
      {...NATIVE_SUBMIT}
      onSubmit={handleSubmit}
      onInput={({ currentTarget }) =>
        dispatch({ type: "input", draft: readForm(new FormData(currentTarget)) })
      }
    >
      <div className="request-form-content">
        <FormHeading id={id} {...HEADINGS[id]} />
        {errors.length > 1 && <ErrorSummary id={id} errors={errors} />}
        <FormFields id={id} errors={errors} disabled={submitting} />
        <Honeypot id={id} />
      </div>
      <div className="request-form-end">
        {state.kind === "failed" && <Failed {...state.explanation} />}
        {state.kind === "sent" ? (
          <Sent
            confirmation={state.confirmation}
            onSendAnother={() => document.getElementById(`${id}-full_name`)?.focus()}
          >
            {id === "dialog" && (
              <Button variant="action" {...invoker("close", REQUEST_DIALOG)}>
                Done
              </Button>
            )}
          </Sent>
        ) : (
          <>
            {lastConfirmation && <SentBefore {...lastConfirmation} />}
            {!WORKS_WITHOUT_SCRIPT && !isHydrated && <NeedsScript />}
            <div className="request-form-submit">
              <Button
                variant="action"
                type="submit"
                disabled={submitting || (!WORKS_WITHOUT_SCRIPT && !isHydrated)}
                {...KEEPS_NO_STATE}
              >
                {submitting ? "Submitting..." : "Submit request"}
              </Button>
              {/* There before it has text, so that screen readers read it. It holds focus during the wait.
                  What the button also says is only for screen readers. */}
              <p
                className={submitting && state.retrying ? undefined : "visually-hidden"}
                role="status"
                tabIndex={-1}
              >
                {submitting && (state.retrying ? RETRYING : SENDING)}
              </p>
            </div>
          </>
        )}
        <PrivacyLine url={SITE.privacyUrl} />
      </div>
    </form>
  );
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

/** Firefox would keep a button disabled across a reload. React's types have no such attribute of a button. */
const KEEPS_NO_STATE = { autoComplete: "off" };

/** On a static host nothing takes a form without script. The first script hides it while the form's own is fetched. */
function NeedsScript() {
  return (
    <div {...{ [SAYS_NEEDS_SCRIPT]: "" }} suppressHydrationWarning>
      <p>{NEEDS_SCRIPT}</p>
      <ContactLine />
    </div>
  );
}

/** A field that only bots fill in, and sometimes a browser's autofill. */
function Honeypot({ id }: { id: string }) {
  const inputId = `${id}-${HONEYPOT}`;
  return (
    <div className="visually-hidden" aria-hidden="true">
      <label htmlFor={inputId}>Leave this field empty</label>
      <input id={inputId} name={HONEYPOT} tabIndex={-1} autoComplete="off" />
    </div>
  );
}
