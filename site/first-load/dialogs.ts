import { CLOSE_OUTSIDE, CLOSE_WHEN } from "../attributes.ts";
import { keepDialogsInHistory, leaveForLink, rememberOpener } from "./dialog-history.ts";

/** Adds what native dialogs lack, and invoker commands where a browser has none. */
export function connectDialogs(): void {
  document.addEventListener("click", ignoreSecondClick, { capture: true });
  document.addEventListener("click", followCommandOrLink);
  for (const dialog of document.querySelectorAll("dialog")) {
    if (dialog.hasAttribute(CLOSE_OUTSIDE)) closeByPressOutside(dialog);
    const closeWhen = dialog.getAttribute(CLOSE_WHEN);
    if (closeWhen !== null) {
      matchMedia(closeWhen).addEventListener("change", ({ matches }) => matches && dialog.close());
    }
  }
  keepDialogsInHistory();
  addEventListener("resize", keepFocusInView);
  visualViewport?.addEventListener("resize", stayAboveKeyboard);
}

/** The usual limits of a double click, in milliseconds and CSS pixels. */
const DOUBLE_CLICK = { within: 500, near: 40 };

/** The last click on a button that opens or closes a dialog, or on the backdrop of one. */
let lastDialogClick: PointerEvent | undefined;

/**
 * The second click of a double click would hit whatever the first one moved under the pointer.
 * All browsers count mouse clicks in `event.detail`, but not all count taps.
 */
function ignoreSecondClick(event: PointerEvent): void {
  if (!lastDialogClick || event.timeStamp - lastDialogClick.timeStamp > DOUBLE_CLICK.within) return;
  const distance = Math.hypot(
    event.clientX - lastDialogClick.clientX,
    event.clientY - lastDialogClick.clientY,
  );
  const isSecondTap = event.pointerType === "touch" && distance < DOUBLE_CLICK.near;
  if (event.detail < 2 && !isSecondTap) return;
  event.preventDefault();
  event.stopPropagation();
}

function followCommandOrLink(event: PointerEvent): void {
  const { target, defaultPrevented } = event;
  if (!(target instanceof Element) || defaultPrevented) return;
  const around = target.closest("dialog");
  const link = target.closest<HTMLAnchorElement>("a[href^='#']");
  if (around && link) {
    event.preventDefault();
    leaveForLink(around, link);
    return;
  }
  const button = target.closest<HTMLElement>("button[commandfor]");
  const dialog = document.getElementById(button?.getAttribute("commandfor") ?? "");
  if (!button || !(dialog instanceof HTMLDialogElement)) return;
  event.preventDefault();
  lastDialogClick = event;
  if (button.getAttribute("command") !== "show-modal") {
    dialog.close();
    return;
  }
  rememberOpener(button);
  // A dialog that opens another one closes.
  around?.close();
  if (!dialog.open) dialog.showModal();
}

/**
 * The content fills the dialog, so a press whose target is the dialog itself is on its backdrop.
 * `closedby` would also react to the second of two taps on the button that opened the dialog.
 */
function closeByPressOutside(dialog: HTMLDialogElement): void {
  let pressed: EventTarget | null = null;
  dialog.addEventListener("pointerdown", ({ target }) => {
    pressed = target;
  });
  // Selecting text and releasing outside is also a click on the dialog, but the press was inside.
  dialog.addEventListener("click", (event) => {
    if (event.target !== dialog || pressed !== dialog) return;
    lastDialogClick = event;
    dialog.close();
  });
}

let covered = 0;

/**
 * A keyboard covers the window without changing its size. With `interactive-widget=resizes-content` it would
 * change the height of the page's sections, too, and move a field of the page out of the window.
 */
function stayAboveKeyboard(): void {
  const { height, scale } = visualViewport as VisualViewport;
  const before = covered;
  covered = Math.max(0, Math.round(innerHeight - height * scale));
  if (covered === before) return;
  document.documentElement.style.setProperty("--keyboard", `${covered}px`);
  keepFocusInView();
}

function keepFocusInView(): void {
  document.querySelector("dialog[open] :focus")?.scrollIntoView({ block: "nearest" });
}
