import { useEffect, useLayoutEffect, useRef, type FormEvent } from "react";

import type { Draft, Problem } from "../../domain/data-requirement.ts";
import { Button } from "../ui/Button.tsx";
import { isOwnServer } from "./backend.ts";
import { adoptForm } from "./draft.ts";
import { ErrorSummary, focusField } from "./ErrorSummary.tsx";
import { FormStatus } from "./FormStatus.tsx";
import { Needs, PersonalInformation } from "./FormSections.tsx";
import { useSubmission } from "./use-submission.ts";

/** What our server found in a form that was sent without script. */
export type Answered = { draft: Draft; problems: Problem[]; message: string | null };

type RequestFormProps = {
  /** Prefix of every id in the form: it stands on the page more than once. */
  id: "inline" | "dialog" | "answer";
  answered?: Answered;
};

export function RequestForm({ id, answered }: RequestFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const summary = useRef<HTMLDivElement>(null);
  const submission = useSubmission();
  const { state, flagged, submit } = submission;
  const { draft, problems } = answered ?? submission;
  const submitting = state.kind === "submitting";
  const section = { id, draft, problems, readOnly: submitting };

  useLayoutEffect(() => {
    if (form.current) goLive(form.current);
  }, []);

  useEffect(() => {
    const [first, ...others] = flagged;
    if (others.length > 0) summary.current?.focus();
    else if (first) focusField(`${id}-${first}`);
  }, [id, flagged]);

  useEffect(() => {
    if (state.kind !== "sent" && state.kind !== "failed") return;
    form.current?.querySelector<HTMLElement>(".form-end .form-status")?.focus();
  }, [state]);

  useErrorTitle(problems.length > 0);

  function handleSubmit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    adoptForm(event.currentTarget);
    void submit();
  }

  return (
    <form
      ref={form}
      id={id}
      className="request-form"
      aria-labelledby={`${id}-title`}
      aria-busy={submitting}
      {...WITHOUT_SCRIPT}
      onSubmit={handleSubmit}
    >
      <Heading id={id} />
      {answered?.message && <p className="form-status form-status-failed">{answered.message}</p>}
      {!isOwnServer && <p className="needs-script">This form needs JavaScript to be sent.</p>}
      {problems.length > 0 && (answered || flagged.length > 1) && (
        <ErrorSummary ref={summary} id={id} problems={problems} />
      )}
      <PersonalInformation {...section} />
      <Needs {...section} />
      <Trap id={id} />
      <div className="form-end">
        <FormStatus state={state} />
        <NotLoaded />
        <Button look="action" type="submit" disabled={submitting}>
          {submitting ? "Submitting..." : "Submit request"}
        </Button>
      </div>
    </form>
  );
}

/** Where the form goes by itself: to our server, else nowhere, so that nothing typed is lost. */
const WITHOUT_SCRIPT = isOwnServer
  ? { method: "post", action: "/rest/v1/data_requirements" }
  : { method: "dialog" };

function Heading({ id }: Pick<RequestFormProps, "id">) {
  // A dialog has the first of the two headings in its bar, and begins a level higher.
  const inDialog = id === "dialog";
  const Title = inDialog ? "h3" : "h4";
  return (
    <header className="form-heading">
      {!inDialog && <h3 className="form-service">Data Collection Services</h3>}
      <Title className="form-title" id={`${id}-title`}>
        Tell Us About Your Data Needs
      </Title>
      <p className="form-description" id={`${id}-description`}>
        Describe the data your robot should learn from; we reply within 24 hours. Name, email, phone
        and company are required.
      </p>
    </header>
  );
}

/** Shown by `wake-islands.ts` where a form can neither come to life nor go to a server by itself. */
function NotLoaded() {
  return (
    <div className="form-status form-status-failed" role="alert" data-not-loaded hidden>
      <p className="form-status-title">The form is not ready</p>
      <p>
        A part of this page could not be loaded. What you typed is still here: check your
        connection, then send the form again. If that does not help, reload the page.
      </p>
    </div>
  );
}

/** Filled in by machines alone; read by our server where no script stands between. */
function Trap({ id }: Pick<RequestFormProps, "id">) {
  return (
    <div className="form-trap" aria-hidden="true">
      <label htmlFor={`${id}-leave_empty`}>Leave this field empty</label>
      <input id={`${id}-leave_empty`} name="leave_empty" tabIndex={-1} autoComplete="off" />
    </div>
  );
}

/** Takes over from the static form: what was typed into it, and a click that came too soon. */
function goLive(form: HTMLFormElement): void {
  adoptForm(form);
  form.noValidate = true;
  form.dataset["live"] = "";
  // On the island, which outlives a form that React must render anew.
  const island = form.closest<HTMLElement>("[data-island]");
  if (island && "sendWhenLive" in island.dataset) {
    delete island.dataset["sendWhenLive"];
    queueMicrotask(() => form.requestSubmit());
  }
}

/** Says in the document's title that something must be mended, for as long as it must. */
function useErrorTitle(wrong: boolean): void {
  useEffect(() => {
    if (!wrong || document.title.startsWith(ERROR_TITLE)) return;
    document.title = ERROR_TITLE + document.title;
    return () => {
      document.title = document.title.slice(ERROR_TITLE.length);
    };
  }, [wrong]);
}

const ERROR_TITLE = "Error: ";
