import type { Draft, Field, TextField } from "../../../domain/data-requirement.ts";
import { currentDraft, updateDraft } from "./form-state.ts";

/**
 * Copies into the draft what a form has that React has not heard of: typed before hydration, or filled in
 * by the browser without an event. Empty fields leave the draft unchanged.
 */
export function adoptForm(form: HTMLFormElement): void {
  const draft = currentDraft();
  const typed: Partial<Draft> = {};
  const chosen = new Set(draft.hardware_setup);
  for (const { type, name, value, checked } of controlsOf(form)) {
    if (type === "checkbox" && checked) chosen.add(value);
    if (type !== "checkbox" && value && value !== draft[name as Field]) {
      typed[name as TextField] = value;
    }
  }
  if (chosen.size > draft.hardware_setup.length) typed.hardware_setup = [...chosen];
  if (Object.keys(typed).length === 0) return;
  // We do not know when this was typed, so it counts from when the page was opened.
  updateDraft(typed, 0);
}

/** Writes the draft into a form that React does not render. */
export function fillForm(form: HTMLFormElement): void {
  const draft = currentDraft();
  for (const control of controlsOf(form)) {
    if (control.type === "checkbox") control.checked = draft.hardware_setup.includes(control.value);
    else control.value = String(draft[control.name as Field]);
  }
}

/** The form's controls for the requirement's fields. Selects and textareas have no `checked`. */
function controlsOf(form: HTMLFormElement): HTMLInputElement[] {
  const controls = [...form.elements] as HTMLInputElement[];
  return controls.filter(({ name }) => name in currentDraft());
}
