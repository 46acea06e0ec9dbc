import { closeByBack } from "./dialog-history.ts";

/** Links within the page, and buttons that open a dialog: both close the dialog they are in. */
const CLOSING = "a[href^='#'], button[command='show-modal']";

/**
 * What native dialogs lack: closing by Back, by a press outside, by a link inside and in a window
 * that grows wide; protection from double clicks; the focused field in view when the window
 * changes; and invoker commands where a browser does not have them yet.
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
  addEventListener("resize", keepFocusInView);
}

/** A double click as systems define it, in milliseconds and CSS pixels. */
const DOUBLE_CLICK = { within: 500, near: 40 };

/** The last click that opened or closed a dialog. */
let toggling: PointerEvent | undefined;

/**
 * The second half of a double click would act on what the first has brought under the pointer.
 * Browsers count the clicks of a mouse, but not all count the taps of a finger.
 */
function ignoreSecondClick(event: PointerEvent): void {
  if (!toggling || event.timeStamp - toggling.timeStamp > DOUBLE_CLICK.within) return;
  const distance = Math.hypot(event.clientX - toggling.clientX, event.clientY - toggling.clientY);
  const isSecondTap = event.pointerType === "touch" && distance < DOUBLE_CLICK.near;
  if (event.detail < 2 && !isSecondTap) return;
  event.preventDefault();
  event.stopPropagation();
}

function followCommandOrLink(event: PointerEvent): void {
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
 * The dialog's content fills its box, so that what is pressed on the dialog itself is its backdrop.
 * Not by `closedby`: that also reacts to the second of two taps on the button that opened it.
 */
function closeByPressOutside(dialog: HTMLDialogElement): void {
  let pressed: EventTarget | null = null;
  dialog.addEventListener("pointerdown", ({ target }) => {
    pressed = target;
  });
  // A selection of text that ends outside is a click on the dialog, but was not pressed there.
  dialog.addEventListener("click", (event) => {
    if (event.target !== dialog || pressed !== dialog) return;
    toggling = event;
    dialog.close();
  });
}

/** A turned phone, or its keyboard, lays out an open dialog anew. */
function keepFocusInView(): void {
  document.querySelector("dialog[open] :focus")?.scrollIntoView({ block: "nearest" });
}
