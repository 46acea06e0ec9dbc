import { Button } from "../../ui/Button.tsx";
import { Receipt } from "./Receipt.tsx";

type ConfirmationProps = { reference: string | null; due: string; onAnother: () => void };

/** Takes the place of a form that was sent. */
export function Confirmation({ reference, due, onAnother }: ConfirmationProps) {
  return (
    <div className="request-form-confirmation">
      <h3 className="request-form-title" tabIndex={-1} data-outcome>
        Request received
      </h3>
      <Receipt reference={reference} due={due} />
      <Button onClick={onAnother}>Send another request</Button>
    </div>
  );
}
