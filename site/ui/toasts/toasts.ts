/** Applies only to successes, which stay longer while hovered or focused. Errors stay until they are dismissed. */
const SUCCESS_DURATION_MS = 5_000;

let shown: HTMLElement | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;
let buttonListeners = new AbortController();
let waiting = new AbortController();

/**
 * Shows a toast in the open dialog, or else in the page. If the open dialog has no region for toasts, as the menu, waits
 * until it closes, because it makes the page inert. Replaces the previous toast, because two outcomes would contradict
 * each other.
 */
export function showToast(kind: "success" | "error", text: string): void {
  dismissToast();
  const dialog = document.querySelector("dialog[open]");
  const region = (dialog ?? document).querySelector(
    dialog ? "[data-toaster]" : "body > [data-toaster]",
  );
  if (dialog && !region) {
    waiting = new AbortController();
    const { signal } = waiting;
    dialog.addEventListener("close", () => showToast(kind, text), { once: true, signal });
    return;
  }
  const toast = region?.querySelector<HTMLElement>("[data-toast]");
  const close = toast?.querySelector("button");
  if (!toast || !close) return;
  // Inserts a new element, because browser translation may have replaced the old element's text nodes.
  const paragraph = document.createElement("p");
  paragraph.textContent = text;
  toast.querySelector("p")?.replaceWith(paragraph);
  toast.dataset["kind"] = kind;
  toast.hidden = false;
  shown = toast;
  dismissByButton(close);
  if (kind === "success") dismissInTime();
}

export function dismissToast(): void {
  clearTimeout(timer);
  buttonListeners.abort();
  waiting.abort();
  if (shown) shown.hidden = true;
  shown = undefined;
}

/**
 * Dismisses the toast when the button is clicked. A mouse click does not focus the button. If the button has focus, the
 * click returns focus to the element that had it before.
 */
function dismissByButton(button: HTMLButtonElement): void {
  buttonListeners = new AbortController();
  const { signal } = buttonListeners;
  let before: HTMLElement | null = null;
  const rememberFocus = ({ relatedTarget }: FocusEvent) => {
    before = relatedTarget as HTMLElement | null;
  };
  const dismiss = () => {
    before?.focus({ preventScroll: true });
    dismissToast();
  };
  button.addEventListener("mousedown", (event) => event.preventDefault(), { signal });
  button.addEventListener("focus", rememberFocus, { signal });
  button.addEventListener("click", dismiss, { signal });
}

function dismissInTime(): void {
  timer = setTimeout(() => {
    if (shown?.matches(":hover, :focus-within")) dismissInTime();
    else dismissToast();
  }, SUCCESS_DURATION_MS);
}
