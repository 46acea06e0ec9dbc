/** For which a success is shown, unless it is hovered or focused. An error stays until it is dismissed. */
const SUCCESS_DURATION_MS = 5_000;

let shown: HTMLElement | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;
let listening = new AbortController();

/**
 * Shows a toast in the open dialog, or else in the page. It replaces the one before: two outcomes side by side
 * would contradict each other.
 */
export function showToast(kind: "success" | "error", text: string): void {
  dismissToast();
  const region =
    document.querySelector("dialog[open] .toaster") ?? document.querySelector("body > .toaster");
  const toast = region?.querySelector<HTMLElement>(".toaster-toast");
  const close = toast?.querySelector("button");
  if (!toast || !close) return;
  // A new element: a browser's translation may have replaced the text of the last one.
  const paragraph = document.createElement("p");
  paragraph.textContent = text;
  toast.querySelector("p")?.replaceWith(paragraph);
  toast.dataset["kind"] = kind;
  toast.hidden = false;
  shown = toast;
  dismissByButton(close);
  if (kind === "success") dismissInTime();
}

/** Removes the toast, if there is one. The stylesheet draws how it leaves. */
export function dismissToast(): void {
  clearTimeout(timer);
  listening.abort();
  if (shown) shown.hidden = true;
  shown = undefined;
}

/** Focus stays where it was, whether the button is pressed or reached by key. */
function dismissByButton(button: HTMLButtonElement): void {
  let focused: HTMLElement | null = null;
  listening = new AbortController();
  button.addEventListener("mousedown", (event) => event.preventDefault(), listening);
  button.addEventListener(
    "focus",
    ({ relatedTarget }) => (focused = relatedTarget as HTMLElement | null),
    listening,
  );
  button.addEventListener(
    "click",
    () => {
      focused?.focus({ preventScroll: true });
      dismissToast();
    },
    listening,
  );
}

function dismissInTime(): void {
  timer = setTimeout(() => {
    if (shown?.matches(":hover, :focus-within")) dismissInTime();
    else dismissToast();
  }, SUCCESS_DURATION_MS);
}
