import { Button } from "../../ui/Button.tsx";
import { Receipt } from "./Receipt.tsx";

type ConfirmationProps = { reference: string | null; due: string; onAnother: () => void };

/** Replaces the form in the dialog after it was sent. The dialog's bar has the close button. */
export function Confirmation({ reference, due, onAnother }: ConfirmationProps) {
  return (
    <div className="request-form-confirmation">
      <div tabIndex={-1} data-outcome>
        <h3 className="request-form-title">Request received</h3>
        <Receipt reference={reference} due={due} />
      </div>
      <Button onClick={onAnother}>Send another request</Button>
    </div>
  );
}
