import { useEffect, useRef, useState } from "react";

import { dismiss, TOAST_DURATION_MS, useToasts, type Toast } from "./toasts.ts";

/** The region where messages appear and are announced. It exists before the first of them. */
export function Toaster() {
  const toasts = useToasts();
  const region = useRef<HTMLDivElement>(null);
  useEffect(() => followTopmostDialog(region.current?.parentElement), []);
  useEffect(() => {
    if (toasts.length > 0 && region.current) uncoverFocus(region.current);
  }, [toasts]);
  return (
    <div ref={region} className="toaster" role="status" aria-label="Notifications">
      {toasts.map((toast) => (
        <ToastItem key={toast.id} {...toast} />
      ))}
    </div>
  );
}

function ToastItem({ id, kind, text }: Toast) {
  const [held, setHeld] = useState(false);
  useEffect(() => {
    if (held) return;
    const timer = setTimeout(dismiss, TOAST_DURATION_MS, id);
    return () => clearTimeout(timer);
  }, [id, held]);

  return (
    <div
      className={`toast toast-${kind}`}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <p>{text}</p>
      <button
        type="button"
        className="toast-close"
        aria-label="Dismiss notification"
        onClick={() => dismiss(id)}
      />
    </div>
  );
}

/**
 * Keeps the island inside the topmost open dialog: outside a modal one it would be inert,
 * unclickable and silent. Its place in the page is kept for when no dialog is open.
 */
function followTopmostDialog(island: HTMLElement | null | undefined): (() => void) | undefined {
  if (!island) return undefined;
  const home = island.parentElement ?? document.body;
  const move = () => {
    const place = [...document.querySelectorAll("dialog:modal")].at(-1) ?? home;
    if (island.parentElement !== place) place.append(island);
  };
  // React never hears a hydrated dialog's toggle event, and not every browser sends one.
  const observer = new MutationObserver(move);
  for (const dialog of document.querySelectorAll("dialog")) {
    observer.observe(dialog, { attributeFilter: ["open"] });
  }
  move();
  return () => observer.disconnect();
}

/** A message must not lie over what a visitor is typing into. */
function uncoverFocus(region: HTMLElement): void {
  const focused = document.activeElement;
  if (!focused || focused === document.body) return;
  const [over, under] = [region.getBoundingClientRect(), focused.getBoundingClientRect()];
  const covers =
    over.left < under.right &&
    over.right > under.left &&
    over.top < under.bottom &&
    over.bottom > under.top;
  if (covers) focused.scrollIntoView({ block: "center" });
}
