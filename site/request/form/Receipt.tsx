import type { DataRequirement } from "../../../domain/data-requirement.ts";
import { LABELS } from "../../../domain/requirement-text.ts";

export type ReceiptProps = {
  request: DataRequirement;
  /** Null when an earlier attempt stored the request but its response was lost. */
  reference: string | null;
  /** In the visitor's time zone. */
  due: string;
};

const YOUR_TIME = "(your\u00a0time)";

const CONTACT = ["full_name", "email", "phone", "company"] as const;

/** What a visitor may quote, when to expect a reply, and whom it goes to. */
export function Receipt({ request, reference, due }: ReceiptProps) {
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
              {request[field]}
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
