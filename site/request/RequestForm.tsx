import { useRef, type InputEvent, type SubmitEvent } from "react";

import { HONEYPOT } from "../../contract/spam-signals.ts";
import { findProblems, readForm, type Problem } from "../../domain/data-requirement.ts";
import { PROGRESS } from "../../domain/messages.ts";
import type { FormId } from "../attributes.ts";
import { SITE } from "../site.ts";
import { Button } from "../ui/Button.tsx";
import { invoker } from "../ui/dialog/invoker.ts";
import { useHydrated } from "../ui/use-hydrated.ts";
import { useDismissOnClose, useDraft } from "./form-effects.ts";
import { Confirmation } from "./form/Confirmation.tsx";
import { Failed } from "./form/Failed.tsx";
import { toFieldErrors } from "./form/field-errors.ts";
import { FormBoundary } from "./form/FormBoundary.tsx";
import { FormFields } from "./form/FormFields.tsx";
import { FormHeading } from "./form/FormHeading.tsx";
import { NeedsScript } from "./form/NeedsScript.tsx";
import { PrivacyLine } from "./form/PrivacyLine.tsx";
import { LastRequest } from "./form/Reference.tsx";
import { REQUEST_DIALOG } from "./RequestDialog.tsx";
import { shownBy, type FormStatus } from "./state/forms-state.ts";
import { dispatch, useFormsState } from "./state/store.ts";
import { IS_OWN_SERVER, NATIVE_SUBMIT } from "./submission/backend.ts";
import { submitForm } from "./submit-form.ts";

export function InlineRequestForm() {
  return <RequestForm id="inline-form" />;
}

export function DialogRequestForm() {
  return <RequestForm id="dialog-form" />;
}

/** `id` prefixes all IDs, because the page has two forms. */
function RequestForm({ id }: { id: FormId }) {
  return (
    <FormBoundary className={CLASSES[id]}>
      <Form id={id} />
    </FormBoundary>
  );
}

function Form({ id }: { id: FormId }) {
  const form = useRef<HTMLFormElement>(null);
  const isHydrated = useHydrated();
  const status = useFormsState((state) => shownBy(id, state.status));
  const receipt = useFormsState((state) => state.receipt);
  const errors = useErrors(status);
  useDraft(form);
  useDismissOnClose(id, form);
  const isSubmitting = status.kind === "submitting";
  const isStored = status.kind === "stored";

  function handleSubmit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault();
    void submitForm(event.currentTarget);
  }

  function handleInput(event: InputEvent<HTMLFormElement>): void {
    const draft = readForm(new FormData(event.currentTarget));
    dispatch({ type: "input", draft });
  }

  return (
    <form
      ref={form}
      id={id}
      className={`${CLASSES[id]}${isStored ? " request-form-stored" : ""}`}
      aria-labelledby={NAMES[id]}
      aria-busy={isSubmitting}
      // Until hydration, the browser validates the form.
      noValidate={isHydrated}
      {...NATIVE_SUBMIT}
      onSubmit={handleSubmit}
      onInput={handleInput}
      onReset={() => dispatch({ type: "reset" })}
    >
      <div className="request-form-content">
        <FormHeading id={id} />
        {/* The foot is sticky within this element, so it covers no heading. */}
        <div className="request-form-body">
          <div className="request-form-fields">
            <FormFields id={id} errors={errors} disabled={isSubmitting} />
            <Honeypot id={id} />
            <div className="request-form-notes">
              {status.kind === "failed" && (
                <Failed id={`${id}-outcome`} advice={status.explanation.advice} />
              )}
              {!IS_OWN_SERVER && !isHydrated && <NeedsScript />}
              {receipt && status.kind === "editing" && <LastRequest {...receipt} />}
              <PrivacyLine url={SITE.privacyUrl} />
            </div>
          </div>
          <div className="request-form-foot">
            <Button
              variant="action"
              type="submit"
              disabled={isSubmitting || (!IS_OWN_SERVER && !isHydrated)}
              {...KEEPS_NO_STATE}
            >
              {isSubmitting ? "Submitting..." : "Send request"}
            </Button>
            {/* A live region must exist before its text does. This one gets the focus that the disabled button loses.
                "Sending" is visually hidden, because the button says it, too. */}
            <p
              id={`${id}-progress`}
              className={
                isSubmitting && status.progress !== "sending" ? undefined : "visually-hidden"
              }
              role="status"
              tabIndex={-1}
            >
              {isSubmitting && PROGRESS[status.progress]}
            </p>
          </div>
        </div>
      </div>
      {isStored && (
        <Confirmation id={id} receipt={status.receipt}>
          {id === "dialog-form" && (
            <Button variant="action" {...invoker("close", REQUEST_DIALOG)}>
              Done
            </Button>
          )}
        </Confirmation>
      )}
    </form>
  );
}

function useErrors(status: FormStatus) {
  const problems = status.kind === "invalid" ? status.problems : NO_PROBLEMS;
  const draft = useFormsState((state) => (problems.length > 0 ? state.draft : null));
  const remaining = draft ? findProblems(draft) : NO_PROBLEMS;
  return toFieldErrors(problems, remaining);
}

const NO_PROBLEMS: Problem[] = [];

/** In the dialog, omits the title. It already names the dialog, so screen readers would read it twice. */
const NAMES = {
  "inline-form": "inline-form-service inline-form-title",
  "dialog-form": "dialog-form-service",
} as const;

const CLASSES = {
  "inline-form": "request-form request-form-inline card",
  "dialog-form": "request-form request-form-dialog",
} as const;

/** Keeps Firefox from restoring, after a reload, whether the button was enabled. Only Firefox knows this attribute. */
const KEEPS_NO_STATE = { autoComplete: "off" };

function Honeypot({ id }: { id: string }) {
  const inputId = `${id}-${HONEYPOT}`;
  return (
    <div className="visually-hidden" aria-hidden="true">
      <label htmlFor={inputId}>Leave this field empty</label>
      <input id={inputId} name={HONEYPOT} tabIndex={-1} autoComplete="off" />
    </div>
  );
}
