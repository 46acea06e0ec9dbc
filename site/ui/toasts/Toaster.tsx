import { useEffect, useLayoutEffect, useRef, useState } from "react";

import { onDialogToggle } from "../dialog-toggle.ts";
import { Icon } from "../Icon.tsx";
import { dismiss, TOAST_DURATION_MS, useToast, type Toast } from "./toasts.ts";

/**
 * The live region for toasts. It exists before the first toast, so that the first is read too. A toast
 * that was dismissed or replaced stays, inert, while it moves out.
 */
export function Toaster() {
  const toast = useToast();
  const [{ shown, leaving }, setToasts] = useState<Shown>({ shown: toast, leaving: null });
  const region = useRef<HTMLDivElement>(null);
  useEffect(() => followTopmostDialog(region.current), []);
  if (toast !== shown) setToasts({ shown: toast, leaving: shown });
  useLayoutEffect(() => {
    // Without motion there are no animations to wait for.
    const animations = region.current?.querySelector("[inert]")?.getAnimations() ?? [];
    void Promise.allSettled(animations.map(({ finished }) => finished)).then(() => {
      setToasts((now) => (now.leaving === leaving ? { ...now, leaving: null } : now));
    });
  }, [leaving]);
  return (
    <div ref={region} className="toaster" role="status" aria-label="Notifications" popover="manual">
      {leaving && <ToastItem key={leaving.id} {...leaving} leaving />}
      {shown && <ToastItem key={shown.id} {...shown} />}
    </div>
  );
}

type Shown = { shown: Toast | null; leaving: Toast | null };

function ToastItem({ id, kind, text, leaving = false }: Toast & { leaving?: boolean }) {
  const [paused, setPaused] = useState(false);
  const focusedBefore = useRef<HTMLElement>(null);
  useEffect(() => {
    if (paused || leaving) return;
    const timer = setTimeout(dismiss, TOAST_DURATION_MS, id);
    return () => clearTimeout(timer);
  }, [id, paused, leaving]);

  return (
    <div
      className="toaster-toast card"
      inert={leaving}
      onPointerEnter={() => setPaused(true)}
      onPointerLeave={() => setPaused(false)}
      onFocus={({ relatedTarget }) => {
        setPaused(true);
        focusedBefore.current = relatedTarget as HTMLElement | null;
      }}
      onBlur={() => setPaused(false)}
    >
      <Icon name={kind} />
      <p>{text}</p>
      <button
        type="button"
        className="toaster-close"
        aria-label="Dismiss notification"
        // A press leaves focus where it is.
        onMouseDown={(event) => event.preventDefault()}
        onClick={() => {
          focusedBefore.current?.focus({ preventScroll: true });
          dismiss(id);
        }}
      >
        <Icon name="close" />
      </button>
    </div>
  );
}

/**
 * Keeps the region in the topmost open dialog, since outside of a modal dialog it would be inert, and
 * over it, since whatever opened last is on top.
 */
function followTopmostDialog(region: HTMLElement | null): (() => void) | undefined {
  const island = region?.parentElement;
  if (!island) return undefined;
  const follow = () => {
    const parent = [...document.querySelectorAll("dialog:modal")].at(-1) ?? document.body;
    if (island.parentElement !== parent) {
      // Use `moveBefore` where available: a toast that is inserted again may be read again.
      if (typeof parent.moveBefore === "function") parent.moveBefore(island, null);
      else parent.append(island);
      if (region.matches(":popover-open")) region.hidePopover();
    }
    if (!region.matches(":popover-open")) region.showPopover();
  };
  const stops = [...document.querySelectorAll("dialog")].map((dialog) =>
    onDialogToggle(dialog, follow),
  );
  follow();
  return () => {
    for (const stop of stops) stop();
  };
}
