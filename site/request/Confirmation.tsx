import { Button } from "../ui/Button.tsx";
import { Receipt } from "./Receipt.tsx";

type ConfirmationProps = { reference: string | null; due: string; onAnother: () => void };

/** In the dialog, in place of the form that was sent. The dialog's bar has the button that closes it. */
export function Confirmation({ reference, due, onAnother }: ConfirmationProps) {
  return (
    <div className="confirmation">
      <div tabIndex={-1} data-outcome>
        <h3 className="form-title">Request received</h3>
        <Receipt reference={reference} due={due} />
      </div>
      <Button onClick={onAnother}>Send another request</Button>
    </div>
  );
}
