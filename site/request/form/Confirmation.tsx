import type { MouseEvent, ReactNode } from "react";
import { flushSync } from "react-dom";

import { describeReplyDue, REPLY_PROMISE } from "../../../domain/reply-promise.ts";
import type { FormId } from "../../attributes.ts";
import { Button } from "../../ui/Button.tsx";
import { dispatch } from "../state/store.ts";
import type { Receipt } from "../state/tab-storage.ts";
import { focusStart } from "./focus.ts";
import { Reference } from "./Reference.tsx";

type ConfirmationProps = {
  id: FormId;
  receipt: Receipt;
  children: ReactNode;
};

/** Replaces the fields after a request is stored. */
export function Confirmation({ id, receipt, children }: ConfirmationProps) {
  const { reference, replyDue } = receipt;

  function handleAgain({ currentTarget: { form } }: MouseEvent<HTMLButtonElement>): void {
    flushSync(() => dispatch({ type: "dismiss", formId: id }));
    if (form) focusStart(form);
  }

  return (
    <div className="confirmation" id={`${id}-outcome`} tabIndex={-1}>
      <p className="confirmation-title">Request sent</p>
      <div className="confirmation-details">
        <p className="confirmation-reply">
          {replyDue === null ? REPLY_PROMISE : describeReplyDue(new Date(replyDue))}
        </p>
        {reference !== null && (
          <p className="confirmation-reference">
            Reference <Reference reference={reference} />
          </p>
        )}
        <div className="confirmation-buttons">
          {children}
          <Button onClick={handleAgain}>Send another request</Button>
        </div>
      </div>
    </div>
  );
}
