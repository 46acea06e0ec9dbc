import { CLOSED_BY_BACK } from "../../attributes.ts";

/** Extends native dialogs. Handles their invoker commands even where the browser supports them. */
export function connectDialogs(): void {
  adoptEarlyDialog();
  document.addEventListener("click", handleClick);
  document.addEventListener("pointerdown", ({ target }) => {
    pressed = target;
  });
  document.querySelector(WITH_ENTRY)?.addEventListener("close", leaveEntry);
  addEventListener("popstate", handleTraversal);
  addEventListener("resize", keepFocusInView);
  visualViewport?.addEventListener("resize", stayAboveKeyboard);
}

const WITH_ENTRY = `dialog[${CLOSED_BY_BACK}]`;

/** State of the dialog's history entry. */
const ENTRY = "dialog";

/** Until this script runs, browsers open dialogs and follow links, but leave open what should close then. */
function adoptEarlyDialog(): void {
  const opened = [...document.querySelectorAll<HTMLDialogElement>("dialog[open]")];
  const dialog = opened.pop();
  for (const below of opened) below.close();
  if (!dialog) return;
  const [navigation] = performance.getEntriesByType("navigation");
  // A link to a part of the page changes the URL, and takes the focus out of the dialog.
  if (navigation?.name === location.href || dialog.contains(document.activeElement)) {
    enterEntry(dialog);
  } else {
    dialog.close();
    // Repeats the navigation, so that the next press of Tab continues from the link's target.
    location.replace(location.href);
  }
}

/** Target of the last `pointerdown` event. */
let pressed: EventTarget | null = null;

let lastCommand: string | null = null;

function handleClick(event: PointerEvent): void {
  const { target, defaultPrevented, detail } = event;
  if (!(target instanceof Element) || defaultPrevented) return;
  const around = target.closest("dialog");
  const button = target.closest<HTMLElement>("button[commandfor]");
  const dialog = document.getElementById(button?.getAttribute("commandfor") ?? "");
  if (button && dialog instanceof HTMLDialogElement) {
    event.preventDefault();
    const command = button.getAttribute("command");
    // The second click of a double click must not undo the first.
    if (detail > 1 && command !== lastCommand) return;
    lastCommand = command;
    if (command === "show-modal") open(dialog, button, around);
    else dialog.close();
    return;
  }
  // The content fills the dialog, so a click on the dialog itself hits the backdrop. A text selection may end there.
  const isOutside = target === around && target === pressed && detail < 2;
  const isLink = target.closest("a[href^='#']") !== null && !opensElsewhere(event);
  if (!around || !(isOutside || isLink)) return;
  lastCommand = "close";
  around.close();
}

function open(
  dialog: HTMLDialogElement,
  button: HTMLElement,
  around: HTMLDialogElement | null,
): void {
  // Only one dialog is open at a time. Closing returns focus to the opener of the dialog that contains the button.
  if (around) around.close();
  // Safari does not focus clicked buttons, and a closing dialog returns focus to the element that had it before.
  else button.focus({ preventScroll: true });
  if (!dialog.open) dialog.showModal();
  enterEntry(dialog);
}

/** While one of these keys is held, browsers open a link in another tab or window, or download it. */
function opensElsewhere({ ctrlKey, metaKey, shiftKey, altKey }: PointerEvent): boolean {
  return ctrlKey || metaKey || shiftKey || altKey;
}

/** True from closing the dialog until `popstate`, because going back is asynchronous. */
let isGoingBack = false;

/** Gives the open dialog a history entry. Otherwise, Back would leave the page, and maybe lose the visitor's input. */
function enterEntry(dialog: HTMLDialogElement): void {
  if (!dialog.matches(WITH_ENTRY) || isGoingBack || history.state === ENTRY) return;
  // For the page's entry, because going back would scroll to the URL's fragment. The mode of the new entry is separate.
  history.scrollRestoration = "manual";
  history.pushState(ENTRY, "");
  history.scrollRestoration = "auto";
}

function leaveEntry(): void {
  if (isGoingBack || history.state !== ENTRY) return;
  isGoingBack = true;
  history.back();
}

function handleTraversal(): void {
  const dialog = document.querySelector<HTMLDialogElement>(`${WITH_ENTRY}[open]`);
  const isReopened = isGoingBack;
  isGoingBack = false;
  if (dialog && isReopened) enterEntry(dialog);
  else if (history.state !== ENTRY) dialog?.close();
  // Waits, because Chromium scrolls to the fragment only after this event.
  setTimeout(() => {
    history.scrollRestoration = "auto";
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
