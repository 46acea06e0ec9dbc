/** Hydration turns off the browser's own validation, and our checks replace it. */
export function isHydrated(form: HTMLFormElement): boolean {
  return form.noValidate;
}
