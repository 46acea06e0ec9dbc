import { Button } from "../../ui/Button.tsx";
import type { Receipt as ReceiptContent } from "../submission/form-state.ts";
import { Receipt } from "./Receipt.tsx";

type ConfirmationProps = { receipt: ReceiptContent; onAnother: () => void };

/** Replaces the form after its request was sent. */
export function Confirmation({ receipt, onAnother }: ConfirmationProps) {
  return (
    <div className="request-form-body request-form-confirmation">
      <div className="request-form-content">
        <h3 className="form-heading-title" tabIndex={-1} data-outcome>
          Request received
        </h3>
        <Receipt {...receipt} />
      </div>
      <div className="request-form-end">
        <Button onClick={onAnother}>Send another request</Button>
      </div>
    </div>
  );
}
