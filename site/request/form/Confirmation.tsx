import type { ComponentProps } from "react";

import { replyDueAt } from "../../../domain/data-requirement.ts";
import type { Confirmation as ConfirmationContent } from "../../../domain/wire/confirmation.ts";
import { Notice } from "./Notice.tsx";

type ConfirmationProps = ConfirmationContent & {
  /** Without it, times are the visitor's. */
  timeZone?: string;
} & Omit<ComponentProps<"div">, "title">;

/** That a request was stored, the reference to quote, and when to expect a reply. */
export function Confirmation(props: ConfirmationProps) {
  const { reference, createdAt, timeZone, ...attributes } = props;
  return (
    <Notice kind="success" title="Request received" {...attributes}>
      {reference !== null && (
        <p>
          Reference <strong translate="no">{reference}</strong>
        </p>
      )}
      {createdAt !== null && (
        <p>
          Reply by {replyDue(createdAt, timeZone)} ({timeZone ?? "your\u00a0time"})
        </p>
      )}
    </Notice>
  );
}

/** When the reply is due: "Mon 23 Nov, 00:52". */
function replyDue(createdAt: string, timeZone: string | undefined): string {
  const due = new Date(replyDueAt(Date.parse(createdAt)));
  const part = (options: Intl.DateTimeFormatOptions) =>
    due.toLocaleString("en-GB", timeZone === undefined ? options : { ...options, timeZone });
  // Formatted in parts, because engines differ in the commas of the full format.
  const day = `${part({ weekday: "short" })} ${part({ day: "numeric" })} ${part({ month: "short" })}`;
  return `${day}, ${part({ hour: "2-digit", minute: "2-digit" })}`;
}
