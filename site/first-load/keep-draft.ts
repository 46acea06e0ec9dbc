import { HONEYPOT } from "../../contract/spam-signals.ts";
import { ISLAND, STORED } from "../attributes.ts";
import { loadFromTab, saveToTab } from "../request/state/tab-storage.ts";

/**
 * Saves input typed before hydration. After the server has stored a form that was posted before hydration, none of its
 * input must stay in the tab. The server's page therefore sets a flag, and forms that Back restores are then emptied.
 */
export function keepDraft(): void {
  if (document.querySelector(`[${STORED}]`)) {
    saveToTab({ wasPosted: true });
    return;
  }
  emptyPostedForms();
  document.addEventListener("input", ({ target }) => keepField(target as HTMLInputElement));
}

/** Empties forms now, and again when the browser has restored form values, or the page from its cache. */
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
  if (!form?.closest(`[${ISLAND}]`) || name === HONEYPOT) return;
  const { draft, ...others } = loadFromTab();
  const chosen = type === "checkbox" && new FormData(form).getAll(name);
  saveToTab({ ...others, draft: { ...draft, [name]: chosen || value } });
}
