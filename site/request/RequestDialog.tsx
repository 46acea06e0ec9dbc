import type { ReactNode } from "react";

import { CLOSED_BY_BACK } from "../attributes.ts";
import { invoker } from "../ui/dialog/invoker.ts";
import { Toaster } from "../ui/toasts/Toaster.tsx";
import { ServiceName } from "./form/FormHeading.tsx";

/** ID of the dialog, for the buttons that open and close it. */
export const REQUEST_DIALOG = "request-dialog";

export function RequestDialog({ children }: { children: ReactNode }) {
  return (
    <dialog
      id={REQUEST_DIALOG}
      className="request-dialog"
      aria-labelledby="dialog-form-title"
      aria-describedby="dialog-form-description"
      data-dims
      {...{ [CLOSED_BY_BACK]: "" }}
    >
      <div className="request-dialog-surface">
        <div className="request-dialog-bar">
          <ServiceName id="dialog-form" heading="h2" />
          <button
            type="button"
            className="request-dialog-close pressable"
            {...invoker("close", REQUEST_DIALOG)}
          >
            Close
          </button>
        </div>
        {/* Gets focus on opening, so that keys scroll the content and Tab moves to the first field. */}
        <div className="request-dialog-content" tabIndex={-1} autoFocus>
          {children}
        </div>
        <div className="request-dialog-toasts">
          <Toaster />
        </div>
      </div>
    </dialog>
  );
}
