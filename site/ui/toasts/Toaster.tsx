import { Icon } from "../Icon.tsx";

/**
 * In the page from the start, so that screen readers read the first toast, too. A modal dialog needs one of its own:
 * outside of it, all is inert.
 */
export function Toaster() {
  return (
    <div className="toaster" role="status" aria-label="Notifications" data-toaster>
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
