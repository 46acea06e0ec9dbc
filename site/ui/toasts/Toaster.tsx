import { Icon } from "../Icon.tsx";

/**
 * A live region must exist before its first toast. A modal dialog needs a region of its own, because everything outside
 * the dialog is inert.
 */
export function Toaster() {
  return (
    <div className="screen-only toaster" role="status" aria-label="Notifications" data-toaster>
      <div className="toaster-toast card" data-toast hidden>
        <Icon name="success" />
        <Icon name="error" />
        <p />
        <button type="button" className="toaster-close" aria-label="Dismiss notification">
          <Icon name="close" />
        </button>
      </div>
    </div>
  );
}
