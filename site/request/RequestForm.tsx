import { useEffect, useLayoutEffect, useRef, type FormEvent, type RefObject } from "react";
import { flushSync } from "react-dom";

import { findProblems } from "../../domain/data-requirement.ts";
import { explainFailure } from "../../domain/failures.ts";
import { Button } from "../ui/Button.tsx";
import { onDialogToggle } from "../ui/dialog-toggle.ts";
import { Confirmation } from "./form/Confirmation.tsx";
import { ErrorSummary } from "./form/ErrorSummary.tsx";
import { FailureNotice } from "./form/FailureNotice.tsx";
import { flagFields } from "./form/fields.ts";
import { focusOn } from "./form/focus-on.ts";
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
  type SubmitState,
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
  const before = useRef<Whereabouts>({ attended: false, heightAbove: null });

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

/** Keeps focus in the form while it is sending, then moves it to the outcome. */
function moveFocus(form: HTMLFormElement, state: SubmitState, before: Whereabouts): void {
  switch (state.kind) {
    case "idle":
      return;
    case "invalid": {
      const [first, ...others] = state.problems;
      if (others.length > 0) focusNearTop(form, form.querySelector(".request-form-errors"));
      else if (first) focusNearTop(form, document.getElementById(`${form.id}-${first.field}`));
      return;
    }
    case "submitting":
      // A disabled button loses focus to the page.
      // WebKit does not focus a button that is clicked.
      if (isFocusLost(form))
        form.querySelector<HTMLElement>("[role=status]")?.focus({ preventScroll: true });
      return;
    case "failed":
      if (before.attended) focusOn(form.querySelector("[data-outcome]"));
      return;
    case "sent":
      if (before.attended) focusNearTop(form, form.querySelector("[data-outcome]"));
      else keepPlace(before.heightAbove);
  }
}

function isFocusLost(form: HTMLFormElement): boolean {
  const focused = document.activeElement;
  return focused === document.body || focused === form.querySelector(":disabled");
}

/**
 * Where the visitor is when the form's state changes. It is read before React renders, because a sent
 * form is shorter and its fields lose focus. `heightAbove` is the page's height in pixels, for a reader
 * who is below the form.
 */
type Whereabouts = { attended: boolean; heightAbove: number | null };

function locateVisitor(form: HTMLFormElement): Whereabouts {
  const isAbove = form.getBoundingClientRect().bottom < 0;
  return {
    attended: isVisitorAt(form),
    heightAbove: isAbove ? document.documentElement.scrollHeight : null,
  };
}

/** Safari does not keep a reader's place when content above it becomes shorter. */
function keepPlace(heightAbove: number | null): void {
  if (heightAbove === null || CSS.supports("overflow-anchor", "auto")) return;
  scrollBy({ top: document.documentElement.scrollHeight - heightAbove, behavior: "instant" });
}

/**
 * Whether the visitor is still at the form; otherwise the toast alone reports the outcome. Scrolling does
 * not move focus, so in the page the focused element must be in sight, or the form must be in the middle
 * of the window.
 */
function isVisitorAt(form: HTMLFormElement): boolean {
  const dialog = form.closest("dialog");
  if (dialog) return dialog.open;
  const focused = document.activeElement;
  if (!focused || !form.contains(focused)) return false;
  const { top, bottom } = form.getBoundingClientRect();
  const middle = innerHeight / 2;
  return isInWindow(focused) || (top < middle && bottom > middle);
}

function isInWindow(element: Element): boolean {
  const { top, bottom } = element.getBoundingClientRect();
  return bottom > 0 && top < innerHeight;
}

/** Scrolls to the form's top, or further down to the focused element with its label and error. */
function focusNearTop(form: HTMLFormElement, element: HTMLElement | null): void {
  form.scrollIntoView({ behavior: "instant" });
  element?.focus({ preventScroll: true });
  (element?.closest(".field") ?? element)?.scrollIntoView({
    block: "nearest",
    behavior: "instant",
  });
}

const ERROR_TITLE = "Error: ";

/** Marks the document's title while a visible form has errors. */
function useErrorTitle(form: RefObject<HTMLFormElement | null>, hasErrors: boolean): void {
  useEffect(() => {
    if (!hasErrors) return;
    const dialog = form.current?.closest("dialog");
    const update = () => markTitle(dialog?.open ?? true);
    update();
    const stop = dialog && onDialogToggle(dialog, update);
    return () => {
      stop?.();
      markTitle(false);
    };
  }, [form, hasErrors]);
}

function markTitle(hasErrors: boolean): void {
  const title = document.title.replace(ERROR_TITLE, "");
  document.title = hasErrors ? ERROR_TITLE + title : title;
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
