import { closeByBack } from "./dialog-history.ts";

/** Links within the page, and buttons that open a dialog: both close the dialog they are in. */
const CLOSING = "a[href^='#'], button[command='show-modal']";

/**
 * What native dialogs lack: closing by Back, by a press outside, by a link inside and in a window
 * that grows wide; protection from double clicks; and invoker commands where a browser does not
 * have them yet.
 */
export function connectDialogs(): void {
  document.addEventListener("click", ignoreSecondClick, { capture: true });
  document.addEventListener("click", followCommandOrLink);
  for (const dialog of document.querySelectorAll("dialog")) {
    const { closeOutside, closeOnBack, closeWhen } = dialog.dataset;
    if (closeOutside !== undefined) closeByPressOutside(dialog);
    if (closeOnBack !== undefined) closeByBack(dialog);
    if (closeWhen) {
      matchMedia(closeWhen).addEventListener("change", ({ matches }) => matches && dialog.close());
    }
  }
}

/** The last click that opened or closed a dialog. */
let toggling: MouseEvent | undefined;

/** The second half of a double click would act on what the first has brought under the pointer. */
function ignoreSecondClick(event: MouseEvent): void {
  if (event.detail > 1 && toggling) {
    event.preventDefault();
    event.stopPropagation();
  } else if (event.detail === 1) {
    toggling = undefined;
  }
}

function followCommandOrLink(event: MouseEvent): void {
  const { target, defaultPrevented } = event;
  if (!(target instanceof Element) || defaultPrevented) return;
  // Before the browser follows the link, because a locked page would not scroll; and before another
  // dialog opens, so that focus later returns to what opened this one.
  target.closest(CLOSING)?.closest("dialog")?.close();

  const button = target.closest("button[commandfor]");
  const dialog = document.getElementById(button?.getAttribute("commandfor") ?? "");
  if (!(dialog instanceof HTMLDialogElement)) return;
  event.preventDefault();
  toggling = event;
  if (button?.getAttribute("command") !== "show-modal") dialog.close();
  else if (!dialog.open) dialog.showModal();
}

/**
 * Not by `closedby`: that also reacts to the second of two taps on the button that opened the
 * dialog.
 */
function closeByPressOutside(dialog: HTMLDialogElement): void {
  let pressedOutside = false;
  dialog.addEventListener("pointerdown", (event) => {
    pressedOutside = isOutside(dialog, event) && !isSecondTap(event);
  });
  // Selecting text past the edge must not close it: press and release must both be outside.
  dialog.addEventListener("click", (event) => {
    if (!pressedOutside || !isOutside(dialog, event)) return;
    toggling = event;
    dialog.close();
  });
}

function isOutside(dialog: HTMLDialogElement, { target, clientX, clientY }: MouseEvent): boolean {
  const { left, right, top, bottom } = dialog.getBoundingClientRect();
  const inBox = clientX >= left && clientX <= right && clientY >= top && clientY <= bottom;
  return target === dialog && !inBox;
}

/** A double click as systems define it, in milliseconds and CSS pixels: not all count touches. */
const SECOND_TAP = { within: 500, near: 40 };

function isSecondTap({ timeStamp, clientX, clientY }: MouseEvent): boolean {
  if (!toggling) return false;
  const distance = Math.hypot(clientX - toggling.clientX, clientY - toggling.clientY);
  return timeStamp - toggling.timeStamp < SECOND_TAP.within && distance < SECOND_TAP.near;
}
