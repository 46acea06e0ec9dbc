import { HONEYPOT } from "../../contract/form-use.ts";
import { ISLAND, STORED } from "../attributes.ts";
import { loadFromTab, saveToTab } from "../request/state/tab-storage.ts";

/**
 * Keeps what is typed into a form that React does not handle yet. Once our server has stored a posted form, nothing of
 * it stays in the tab: its page leaves a mark, and the forms that Back brings back are emptied.
 */
export function keepDraft(): void {
  if (document.querySelector(`[${STORED}]`)) {
    saveToTab({ wasPosted: true });
    return;
  }
  emptyPostedForms();
  document.addEventListener("input", ({ target }) => keepField(target as HTMLInputElement));
}

/** At once, and when the browser has filled in the forms as they were left, or shows the page as it was left. */
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
  const { draft, startedAt, ...others } = loadFromTab();
  const chosen = type === "checkbox" && new FormData(form).getAll(name);
  saveToTab({
    ...others,
    draft: { ...draft, [name]: chosen || value },
    startedAt: startedAt ?? Date.now(),
  });
}
