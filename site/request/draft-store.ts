import { HONEYPOT } from "../../contract/form-use.ts";
import { STORED } from "../attributes.ts";
import { loadFromTab, saveToTab } from "./submission/tab-storage.ts";

/** What is typed into the page's two forms. */
export type DraftStore = {
  /** Fills in a form that React has mounted, unless it has input. */
  restore: (form: HTMLFormElement) => void;
  /** Empties both forms, once the request is stored. */
  clear: () => void;
  /** Milliseconds since the first input; for a restored draft, since the page was opened. */
  fillMilliseconds: () => number;
};

/** As in a `FormData`: a name occurs once for each of its chosen options. */
type Entries = [name: string, value: string][];

/**
 * Keeps what is typed for this tab, so that no name remains on a shared computer, and shows it in both forms. The
 * first script creates it, before React handles the forms. On the page of a stored request it clears the draft.
 */
export function createDraftStore(): DraftStore {
  let draft = load();
  /** In milliseconds since the page was opened. */
  let startedAt: number | undefined = draft.length > 0 ? 0 : undefined;
  if (document.querySelector(`[${STORED}]`)) save([]);
  else if (draft.length > 0) for (const form of forms()) fill(form, draft);

  document.addEventListener("input", ({ target, timeStamp }) => {
    const form = (target as HTMLInputElement).form;
    if (!form || !forms().includes(form)) return;
    startedAt ??= timeStamp;
    draft = read(form);
    save(draft);
    for (const other of forms()) if (other !== form) fill(other, draft);
  });

  return {
    restore(form) {
      // A browser may have filled in the form without an event.
      if (read(form).every(([, value]) => value === "")) fill(form, draft);
    },
    clear() {
      draft = [];
      startedAt = undefined;
      save(draft);
      for (const form of forms()) form.reset();
    },
    fillMilliseconds: () => Math.round(performance.now() - (startedAt ?? 0)),
  };
}

function forms(): HTMLFormElement[] {
  return [...document.forms].filter(({ elements }) => HONEYPOT in elements);
}

function read(form: HTMLFormElement): Entries {
  const entries = [...new FormData(form)] as Entries;
  return entries.filter(([name]) => name !== HONEYPOT);
}

function fill(form: HTMLFormElement, entries: Entries): void {
  for (const control of form.elements as Iterable<Element> as Iterable<HTMLInputElement>) {
    const { name, type, value } = control;
    const values = entries.filter(([entry]) => entry === name).map(([, typed]) => typed);
    if (type === "checkbox") control.checked = values.includes(value);
    // The value of a button or of the honeypot is no input.
    else if (values[0] !== undefined && values[0] !== value) control.value = values[0];
  }
}

const STORAGE_KEY = "data-requirement-draft";

function load(): Entries {
  const stored = loadFromTab(STORAGE_KEY);
  return Array.isArray(stored) ? (stored as Entries) : [];
}

function save(entries: Entries): void {
  saveToTab(STORAGE_KEY, entries.length > 0 ? entries : null);
}
