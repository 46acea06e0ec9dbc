import { HONEYPOT } from "../../contract/spam-signals.ts";
import { ISLAND, STORED } from "../attributes.ts";
import { loadFromTab, saveToTab } from "../request/state/tab-storage.ts";

/**
 * Saves input typed before hydration. If a form is posted before hydration and the server stores it, no input may stay
 * in the tab. The server's page therefore sets a flag, so that forms that Back restores are emptied.
 */
export function keepDraft(): void {
  if (document.querySelector(`[${STORED}]`)) {
    saveToTab({ wasPosted: true });
    return;
  }
  emptyPostedForms();
  document.addEventListener("input", ({ target }) => keepField(target as HTMLInputElement));
}

/** Empties the forms now, and again after the browser has restored their values or the whole page. */
function emptyPostedForms(): void {
  let wasPosted = false;
  const empty = () => {
    wasPosted ||= loadFromTab().wasPosted === true;
    if (!wasPosted) return;
    saveToTab({});
    for (const form of document.querySelectorAll<HTMLFormElement>(`[${ISLAND}] form`)) form.reset();
  };
  empty();
  addEventListener("pageshow", () => {
    empty();
    wasPosted = false;
  });
}

function keepField({ form, name, type, value }: HTMLInputElement): void {
  // After hydration, which sets `noValidate`, the form's store saves the draft.
  if (!form?.closest(`[${ISLAND}]`) || form.noValidate || name === HONEYPOT) return;
  const { draft, ...others } = loadFromTab();
  const chosen = type === "checkbox" && new FormData(form).getAll(name);
  saveToTab({ ...others, draft: { ...draft, [name]: chosen || value } });
}
