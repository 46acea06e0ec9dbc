import { HONEYPOT } from "../../contract/spam-signals.ts";
import { ISLAND, STORED } from "../attributes.ts";
import { loadFromTab, POSTED, saveToTab, wasPosted } from "./state/tab-storage.ts";

/**
 * Saves input entered before hydration. On the server's page for a stored request, replaces it by a flag, because no
 * input may stay in the tab. After Back, which restores the input in the forms, the flag empties them.
 */
export function keepDraft(): void {
  if (document.querySelector(`[${STORED}]`)) {
    saveToTab(POSTED);
    return;
  }
  emptyPostedForms();
  keepEarlyInput();
  document.addEventListener("input", ({ target }) => keepField(target as HTMLInputElement));
}

/**
 * Keeps the focus in the field in which the visitor is typing while the page loads. If the URL has a fragment, Chromium
 * scrolls to its target again at the end of parsing, and takes the focus away.
 */
export function keepFocus(): void {
  document.addEventListener("DOMContentLoaded", () => {
    const focused = document.activeElement as HTMLElement | null;
    setTimeout(() => {
      if (document.activeElement === document.body) focused?.focus({ preventScroll: true });
    });
  });
}

/**
 * Empties the forms now, and again when the browser has restored their values or the whole page, unless the visitor has
 * entered something meanwhile.
 */
function emptyPostedForms(): void {
  let isPosted = false;
  const empty = () => {
    isPosted ||= wasPosted();
    if (!isPosted) return;
    saveToTab({});
    for (const form of islandForms()) form.reset();
  };
  const stop = () => {
    isPosted = false;
  };
  empty();
  document.addEventListener("input", stop, { once: true });
  addEventListener("pageshow", () => {
    empty();
    stop();
  });
}

/**
 * Saves input entered before this script ran. Skips values that are saved already: after a reload, the browser also
 * restores them in the form that the visitor has not changed.
 */
function keepEarlyInput(): void {
  const saved: Record<string, string | string[]> = loadFromTab().draft ?? {};
  for (const form of islandForms()) {
    for (const control of form.elements as Iterable<Element> as Iterable<HTMLInputElement>) {
      const { name, type, value, checked } = control;
      const isEntered = type === "checkbox" ? checked : value;
      const isSaved = [saved[name]].flat().includes(value);
      if (name && isEntered && !isSaved) keepField(control);
    }
  }
}

function islandForms(): HTMLFormElement[] {
  return [...document.querySelectorAll<HTMLFormElement>(`[${ISLAND}] form`)];
}

function keepField({ form, name, type, value }: HTMLInputElement): void {
  if (!form?.closest(`[${ISLAND}]`) || name === HONEYPOT) return;
  const { draft, ...others } = loadFromTab();
  const chosen = type === "checkbox" && new FormData(form).getAll(name);
  saveToTab({ ...others, draft: { ...draft, [name]: chosen || value } });
}
