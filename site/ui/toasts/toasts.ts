/** How long a success is shown, or longer while it is hovered or focused. An error stays until it is dismissed. */
const SUCCESS_DURATION_MS = 5_000;

let shown: HTMLElement | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;
let buttonListeners = new AbortController();

/**
 * Shows a toast in the open dialog, or else in the page. It replaces the one before: two outcomes side by side
 * would contradict each other.
 */
export function showToast(kind: "success" | "error", text: string): void {
  dismissToast();
  const region =
    document.querySelector("dialog[open] [data-toaster]") ??
    document.querySelector("body > [data-toaster]");
  const toast = region?.querySelector<HTMLElement>("[data-toast]");
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

export function dismissToast(): void {
  clearTimeout(timer);
  buttonListeners.abort();
  if (shown) shown.hidden = true;
  shown = undefined;
}

/** Focus stays where it was, whether the button is pressed or reached by key. */
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
