import { useRef, useState, type ReactNode } from "react";

import { replyDueAt, REPLY_PROMISE_HOURS } from "../../../domain/data-requirement.ts";
import type { Explanation } from "../../../domain/texts/messages.ts";
import { Button } from "../../ui/Button.tsx";
import { Icon } from "../../ui/Icon.tsx";
import type { Confirmation } from "../submission/form-state.ts";
import { ContactLine } from "./ContactLine.tsx";
import { Notice } from "./Notice.tsx";

type SentProps = {
  confirmation: Confirmation;
  onSendAnother: () => void;
  /** Further buttons, before the one that sends another request. */
  children?: ReactNode;
};

/**
 * Replaces the submit button once a request is stored. A second click on that button hits only text: in the page
 * the title is in its place, in the dialog the last line.
 */
export function Sent({ confirmation, onSendAnother, children }: SentProps) {
  return (
    <Notice kind="success" data-outcome="sent">
      <p className="outcome-title">Request received</p>
      {confirmation.reference !== null && (
        <p className="outcome-reference">
          Reference <Reference reference={confirmation.reference} />
        </p>
      )}
      <div className="notice-buttons">
        {children}
        <Button onClick={onSendAnother}>Send another request</Button>
      </div>
      <p className="outcome-reply">{replyText(confirmation.createdAt)}</p>
    </Notice>
  );
}

/** The last confirmation in one line, above the button that submits the next request. */
export function SentBefore({ reference }: Confirmation) {
  return (
    <p className="outcome-before">
      <Icon name="success" />
      Request received
      {reference !== null && <Reference reference={reference} />}
    </p>
  );
}

function Reference({ reference }: { reference: string }) {
  const text = useRef<HTMLElement>(null);
  const [copied, setCopied] = useState(false);
  const copy = () =>
    navigator.clipboard.writeText(reference).then(
      () => setCopied(true),
      // A browser may not allow it; then the reference is selected, to be copied by hand.
      () => text.current && getSelection()?.selectAllChildren(text.current),
    );
  return (
    <>
      <strong ref={text} translate="no">
        {reference}
      </strong>
      {/* Without TLS there is no clipboard. */}
      {"clipboard" in navigator && (
        <button type="button" className="outcome-copy" onClick={() => void copy()}>
          <span key={String(copied)}>{copied ? "Copied" : "Copy"}</span>
        </button>
      )}
    </>
  );
}

/** "Reply by Mon 23 Nov, 00:52 (your time)", or the promise where the time is not known. */
function replyText(createdAt: string | null): string {
  if (createdAt === null) return `We reply within ${REPLY_PROMISE_HOURS} hours.`;
  const due = new Date(replyDueAt(Date.parse(createdAt)));
  // Formatted in parts, because engines differ in the commas of the full format.
  const part = (options: Intl.DateTimeFormatOptions) => due.toLocaleString("en-GB", options);
  const day = `${part({ weekday: "short" })} ${part({ day: "numeric" })} ${part({ month: "short" })}`;
  const time = part({ hour: "2-digit", minute: "2-digit" });
  return `Reply by ${day}, ${time} (your\u00a0time)`;
}

export function Failed({ advice }: Explanation) {
  return (
    <Notice kind="error" data-outcome="failed">
      <p>{advice}</p>
      <ContactLine />
    </Notice>
  );
}
