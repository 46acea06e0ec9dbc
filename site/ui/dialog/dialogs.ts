import { CLOSE_OUTSIDE, CLOSE_WHEN } from "../../attributes.ts";
import { keepDialogsInHistory, leaveForLink } from "./dialog-history.ts";

/** Extends native dialogs. Handles their invoker commands even where the browser supports them. */
export function connectDialogs(): void {
  document.addEventListener("click", followCommandOrLink);
  for (const dialog of document.querySelectorAll("dialog")) {
    if (dialog.hasAttribute(CLOSE_OUTSIDE)) closeOnBackdropClick(dialog);
    const closeWhen = dialog.getAttribute(CLOSE_WHEN);
    if (closeWhen !== null) {
      matchMedia(closeWhen).addEventListener("change", ({ matches }) => matches && dialog.close());
    }
  }
  keepDialogsInHistory();
  addEventListener("resize", keepFocusInView);
  visualViewport?.addEventListener("resize", stayAboveKeyboard);
}

/** Maximum time between two clicks, in milliseconds. Maximum distance between two taps, in CSS pixels. */
const DOUBLE_CLICK = { within: 500, near: 40 };

/**
 * If the first click of a double click opens or closes a dialog, the second must not hit an element that appears under
 * the pointer. `event.detail` counts mouse clicks in all browsers, but taps only in some.
 */
function ignoreSecondClick(first: PointerEvent): void {
  const ignore = (event: PointerEvent) => {
    if (event.timeStamp - first.timeStamp > DOUBLE_CLICK.within) return;
    const distance = Math.hypot(event.clientX - first.clientX, event.clientY - first.clientY);
    const isSecondTap = event.pointerType === "touch" && distance < DOUBLE_CLICK.near;
    if (event.detail < 2 && !isSecondTap) return;
    event.preventDefault();
    event.stopPropagation();
    ignoreSecondClick(first);
  };
  document.addEventListener("click", ignore, { capture: true, once: true });
  // After a key, such as Escape, the next click is no part of a double click.
  const stop = () => document.removeEventListener("click", ignore, { capture: true });
  document.addEventListener("keydown", stop, { capture: true, once: true });
}

function followCommandOrLink(event: PointerEvent): void {
  const { target, defaultPrevented } = event;
  if (!(target instanceof Element) || defaultPrevented) return;
  const around = target.closest("dialog");
  const link = target.closest<HTMLAnchorElement>("a[href^='#']");
  if (around && link && !opensElsewhere(event)) {
    event.preventDefault();
    leaveForLink(around, link.href);
    return;
  }
  const button = target.closest<HTMLElement>("button[commandfor]");
  const dialog = document.getElementById(button?.getAttribute("commandfor") ?? "");
  if (!button || !(dialog instanceof HTMLDialogElement)) return;
  event.preventDefault();
  ignoreSecondClick(event);
  if (button.getAttribute("command") !== "show-modal") {
    dialog.close();
    return;
  }
  // Only one dialog is open at a time. Closing returns focus to the opener of the dialog that contains the button.
  if (around) around.close();
  // Safari does not focus clicked buttons, and a closing dialog returns focus to the element that had it before.
  else button.focus({ preventScroll: true });
  if (!dialog.open) dialog.showModal();
}

/** While one of these keys is held, browsers open a link in another tab or window, or download it. */
function opensElsewhere({ ctrlKey, metaKey, shiftKey, altKey }: PointerEvent): boolean {
  return ctrlKey || metaKey || shiftKey || altKey;
}

/**
 * The content fills the dialog, so a click whose target is the dialog itself must have hit the backdrop. Rejected: the
 * attribute `closedby`, because it would also react to the second tap on the opener.
 */
function closeOnBackdropClick(dialog: HTMLDialogElement): void {
  let pressed: EventTarget | null = null;
  dialog.addEventListener("pointerdown", ({ target }) => {
    pressed = target;
  });
  // Ignores text selections that start inside and end outside, because they also fire a click on the dialog.
  dialog.addEventListener("click", (event) => {
    if (event.target !== dialog || pressed !== dialog) return;
    ignoreSecondClick(event);
    dialog.close();
  });
}

/**
 * A phone's keyboard covers a part of the viewport without resizing it. Rejected: `interactive-widget=resizes-content`,
 * because it also resizes the page's sections and moves the focused field out of view.
 */
function stayAboveKeyboard(): void {
  const { height, scale } = visualViewport as VisualViewport;
  const covered = `${Math.max(0, Math.round(innerHeight - height * scale))}px`;
  const { style } = document.documentElement;
  if (style.getPropertyValue("--keyboard") === covered) return;
  style.setProperty("--keyboard", covered);
  keepFocusInView();
}

function keepFocusInView(): void {
  document.querySelector("dialog[open] :focus")?.scrollIntoView({ block: "nearest" });
}
