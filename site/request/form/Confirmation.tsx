import type { ReactNode, Ref } from "react";

import { replyDueAt, REPLY_PROMISE_HOURS } from "../../../domain/data-requirement.ts";
import { Button } from "../../ui/Button.tsx";
import { Trajectory } from "../../ui/drawings/Trajectory.tsx";
import { dispatch } from "../state/store.ts";
import type { Confirmation as Stored } from "../state/tab-storage.ts";
import { Reference } from "./Reference.tsx";

type ConfirmationProps = {
  confirmation: Stored;
  ref: Ref<HTMLDivElement>;
  children: ReactNode;
};

/** Stands in place of the fields once a request is stored. The path arrives where the request has. */
export function Confirmation({ confirmation, ref, children }: ConfirmationProps) {
  const { reference, createdAt } = confirmation;
  return (
    <div className="confirmation" ref={ref} tabIndex={-1}>
      <div className="confirmation-text">
        <p className="confirmation-title">Request received</p>
        <p className="confirmation-reply">{replyText(createdAt)}</p>
        {reference !== null && (
          <p className="confirmation-reference">
            Reference <Reference reference={reference} />
          </p>
        )}
      </div>
      <Trajectory
        className="confirmation-path"
        viewBox="0 36 1280 324"
        path="M0 262C160 222 340 335 500 335C800 335 930 36 1280 36"
        samples={[
          [98.1, 254.2],
          [401.9, 323.6],
          [699.2, 288.3],
          [871.2, 185.5],
          [1052.7, 82.7],
        ]}
      >
        <path className="confirmation-arrival" d="M1280 36h.01" />
      </Trajectory>
      <div className="confirmation-buttons">
        {children}
        <Button onClick={() => dispatch({ type: "dismiss" })}>Send another request</Button>
      </div>
    </div>
  );
}

/** "We'll reply by Saturday 28 November, 13:13 your time.", or the promise where the time is not known. */
function replyText(createdAt: string | null): string {
  if (createdAt === null) return `We'll reply within ${REPLY_PROMISE_HOURS} hours.`;
  const due = new Date(replyDueAt(Date.parse(createdAt)));
  // Formatted in parts, because engines differ in the commas of the full format.
  const part = (options: Intl.DateTimeFormatOptions) => due.toLocaleString("en-GB", options);
  const day = `${part({ weekday: "long" })} ${part({ day: "numeric" })}\u00a0${part({ month: "long" })}`;
  const time = part({ hour: "2-digit", minute: "2-digit" });
  return `We'll reply by ${day}, ${time}\u00a0your\u00a0time.`;
}
