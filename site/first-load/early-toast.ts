/**
 * Shows a message in the toasts' region, within `dialog` if there is one, before React can. React
 * must hydrate an empty region: call `clearEarlyToast` first.
 */
export function showEarlyToast(text: string, dialog: Element | null): void {
  const region = toaster();
  if (!region?.parentElement) return;
  (dialog?.firstElementChild ?? document.body).append(region.parentElement);
  region.innerHTML =
    '<div class="toaster-toast"><p></p><button type="button" class="toaster-close" aria-label="Dismiss notification"></button></div>';
  const [message, close] = region.querySelectorAll<HTMLElement>(".toaster-toast > *");
  if (message) message.textContent = text;
  // Both are on the page, in a message that is hidden and in the menu.
  message?.before(copyIcon("error"));
  close?.append(copyIcon("close"));
  close?.addEventListener("click", clearEarlyToast);
}

export function clearEarlyToast(): void {
  toaster()?.replaceChildren();
}

function copyIcon(name: string): Node | string {
  return document.querySelector(`.icon-${name}`)?.cloneNode(true) ?? "";
}

function toaster(): Element | null {
  return document.querySelector(".toaster");
}
