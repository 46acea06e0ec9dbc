import { STORAGE_KEY } from "../request/constants.ts";

type Saved = { draft?: { hardware_setup?: string[] } };

/** What was saved before this page was opened: the forms do not show it until they are hydrated. */
let earlier: Saved | undefined;

/** Saves the input of forms that are not hydrated where their script reads the draft. */
export function saveDraft(forms: HTMLFormElement[]): void {
  if (forms.some((form) => "hydrated" in form.dataset)) return;
  const typed = forms.flatMap((form) => [...new FormData(form)]).filter(([, value]) => value);
  if (typed.length === 0 && !earlier) return;
  const chosen = typed.flatMap(([name, value]) => (name === "hardware_setup" ? [value] : []));
  try {
    earlier ??= JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? "{}") as Saved;
    const { draft } = earlier;
    const hardware_setup = [...new Set([...(draft?.hardware_setup ?? []), ...chosen])];
    const saved = { ...draft, ...Object.fromEntries(typed), hardware_setup };
    sessionStorage.setItem(STORAGE_KEY, JSON.stringify({ ...earlier, draft: saved }));
  } catch {
    // Storage may be blocked: the input then lasts as long as the page.
  }
}
