import type { ReactNode, Ref } from "react";

import { REPLY_PROMISE_HOURS } from "../../../domain/data-requirement.ts";
import type { FormId } from "../../attributes.ts";
import { Button } from "../../ui/Button.tsx";
import { ArrivingPath } from "../../ui/drawings/ArrivingPath.tsx";
import { dispatch } from "../state/store.ts";
import type { Receipt } from "../state/tab-storage.ts";
import { Reference } from "./Reference.tsx";

type ConfirmationProps = {
  id: FormId;
  receipt: Receipt;
  ref: Ref<HTMLDivElement>;
  children: ReactNode;
};

/** Replaces the fields after a request is stored. */
export function Confirmation({ id, receipt, ref, children }: ConfirmationProps) {
  const { reference, replyDue } = receipt;
  return (
    <div className="confirmation" ref={ref} tabIndex={-1}>
      <div className="confirmation-text">
        <p className="confirmation-title">Request received</p>
        <p className="confirmation-reply">{replyText(replyDue)}</p>
        {reference !== null && (
          <p className="confirmation-reference">
            Reference <Reference reference={reference} />
          </p>
        )}
      </div>
      <ArrivingPath className="confirmation-path" />
      <div className="confirmation-buttons">
        {children}
        <Button onClick={() => dispatch({ type: "dismiss", formId: id })}>
          Send another request
        </Button>
      </div>
    </div>
  );
}

/** "We'll reply by Saturday 28 November, 13:13 your time.", or the general promise if the time is unknown. */
function replyText(replyDue: string | null): string {
  if (replyDue === null) return `We'll reply within ${REPLY_PROMISE_HOURS} hours.`;
  const due = new Date(replyDue);
  // Formats each part separately, because engines differ in the commas of the full format.
  const part = (options: Intl.DateTimeFormatOptions) => due.toLocaleString("en-GB", options);
  const day = `${part({ weekday: "long" })} ${part({ day: "numeric" })}\u00a0${part({ month: "long" })}`;
  const time = part({ hour: "2-digit", minute: "2-digit" });
  return `We'll reply by ${day}, ${time}\u00a0your\u00a0time.`;
}
