import { LABELS, REQUIRED_FIELDS, replyDueAt } from "../../../domain/data-requirement.ts";
import type { Receipt as ReceiptContent } from "../submission/form-state.ts";

const YOUR_TIME = "(your\u00a0time)";

/** The reference to quote, when to expect a reply, and the address that the reply goes to. */
export function Receipt({ contact, reference, createdAt }: ReceiptContent) {
  return (
    <div className="receipt">
      <dl className="receipt-path waypoints">
        {reference && (
          <div>
            <dt>Reference</dt>
            <dd translate="no">{reference}</dd>
          </div>
        )}
        <div>
          <dt>Reply by</dt>
          <dd>
            {replyDue(createdAt)} <span>{YOUR_TIME}</span>
          </dd>
        </div>
      </dl>
      <dl className="receipt-contact">
        {REQUIRED_FIELDS.map((field) => (
          <div key={field}>
            <dt>{LABELS[field]}</dt>
            <dd translate="no" dir="auto">
              {contact[field]}
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

/** When the reply is due, in the visitor's time zone: "Mon 23 Nov, 00:52". */
function replyDue(createdAt: string): string {
  const due = new Date(replyDueAt(Date.parse(createdAt)));
  const part = (options: Intl.DateTimeFormatOptions) => due.toLocaleString("en-GB", options);
  // Formatted in parts, because engines differ in the commas of the full format.
  const day = `${part({ weekday: "short" })} ${part({ day: "numeric" })} ${part({ month: "short" })}`;
  return `${day}, ${part({ hour: "2-digit", minute: "2-digit" })}`;
}
