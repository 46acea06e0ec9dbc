import { useEffect, useRef, useState } from "react";

import { Icon } from "../Icon.tsx";
import { onDialogToggle } from "../dialog-toggle.ts";
import { dismiss, TOAST_DURATION_MS, TOASTS_BELOW, useToast, type Toast } from "./toasts.ts";

/** The live region for toasts. It exists before the first toast, so that the first is announced too. */
export function Toaster() {
  const toast = useToast();
  const region = useRef<HTMLDivElement>(null);
  useEffect(() => followTopmostDialog(region.current?.parentElement), []);
  return (
    <div ref={region} className="toaster" role="status" aria-label="Notifications">
      {toast && <ToastItem key={toast.id} {...toast} />}
    </div>
  );
}

function ToastItem({ id, kind, text }: Toast) {
  const [paused, setPaused] = useState(false);
  useEffect(() => {
    if (paused) return;
    const timer = setTimeout(dismiss, TOAST_DURATION_MS, id);
    return () => clearTimeout(timer);
  }, [id, paused]);

  return (
    <div
      className="toaster-toast"
      onPointerEnter={() => setPaused(true)}
      onPointerLeave={() => setPaused(false)}
      onFocus={() => setPaused(true)}
      onBlur={() => setPaused(false)}
    >
      <Icon name={kind} />
      <p>{text}</p>
      <button
        type="button"
        className="toaster-close"
        aria-label="Dismiss notification"
        onClick={() => dismiss(id)}
      >
        <Icon name="close" />
      </button>
    </div>
  );
}

/**
 * Keeps the island inside the bar of the topmost open dialog: outside a modal dialog it would be
 * inert, so neither clickable nor announced.
 */
function followTopmostDialog(island: HTMLElement | null | undefined): (() => void) | undefined {
  if (!island) return undefined;
  const move = () => {
    const dialog = [...document.querySelectorAll("dialog:modal")].at(-1);
    const parent = dialog?.querySelector(`[${TOASTS_BELOW}]`) ?? document.body;
    if (island.parentElement === parent) return;
    // Use `moveBefore` where available: a message that is inserted again may be announced again.
    if (typeof parent.moveBefore === "function") parent.moveBefore(island, null);
    else parent.append(island);
  };
  const stops = [...document.querySelectorAll("dialog")].map((dialog) =>
    onDialogToggle(dialog, move),
  );
  move();
  return () => {
    for (const stop of stops) stop();
  };
}
