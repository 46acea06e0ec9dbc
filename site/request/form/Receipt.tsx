import { LABELS } from "../../../domain/data-requirement.ts";
import type { Receipt as ReceiptContent } from "../submission/draft.ts";

const YOUR_TIME = "(your\u00a0time)";

const CONTACT = ["full_name", "email", "phone", "company"] as const;

/** The reference to quote, when to expect a reply, and the address that the reply goes to. */
export function Receipt({ contact, reference, due }: ReceiptContent) {
  return (
    <div className="request-form-fields">
      <dl className="request-form-receipt waypoints">
        {reference && (
          <div>
            <dt>Reference</dt>
            <dd translate="no">{reference}</dd>
          </div>
        )}
        <div>
          <dt>Reply by</dt>
          <dd>
            {due} <span>{YOUR_TIME}</span>
          </dd>
        </div>
      </dl>
      <dl className="request-form-contact">
        {CONTACT.map((field) => (
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
