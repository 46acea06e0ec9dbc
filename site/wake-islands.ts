/**
 * Fetches React and the islands once a visitor comes near a form, reaches for a button that opens
 * one, or sends one sooner than that.
 */
export function wakeIslands(): void {
  const forms = document.querySelectorAll<HTMLFormElement>("[data-island] form");
  const openers = document.querySelectorAll("[command=show-modal][data-wakes-form]");

  const near = new IntersectionObserver(
    (entries) => {
      if (entries.some((entry) => entry.isIntersecting)) void hydrate();
    },
    { rootMargin: "100%" },
  );
  for (const form of forms) {
    near.observe(form);
    // The form's own messages, once they are there, are better than the browser's.
    form.noValidate = true;
    form.addEventListener("submit", sendWhenLive);
  }
  for (const opener of openers) {
    for (const event of ["pointerenter", "touchstart", "focus", "click"]) {
      opener.addEventListener(event, () => void hydrate(), { once: true, passive: true });
    }
  }

  function sendWhenLive(event: SubmitEvent): void {
    const form = event.currentTarget as HTMLFormElement;
    if ("live" in form.dataset) return;
    event.preventDefault();
    form.dataset["sendWhenLive"] = "";
    // Without the script that sends it better, the form still knows where to go by itself.
    hydrate().catch(() => form.submit());
  }

  let hydrated: Promise<unknown> | undefined;
  function hydrate(): Promise<unknown> {
    near.disconnect();
    hydrated ??= import("./hydrate.tsx");
    return hydrated;
  }
}
