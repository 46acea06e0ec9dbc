import { useRef, useState } from "react";

import { Icon } from "../../ui/Icon.tsx";
import type { Receipt } from "../state/tab-storage.ts";

export function Reference({ reference }: { reference: string }) {
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
      <strong className="reference" ref={text} translate="no">
        {reference}
      </strong>
      {/* Without TLS there is no clipboard. */}
      {"clipboard" in navigator && (
        <button type="button" className="reference-copy" onClick={() => void copy()}>
          <span key={String(copied)}>{copied ? "Copied" : "Copy"}</span>
        </button>
      )}
    </>
  );
}

/** The last request in one line, below the button that submits the next one: visitors have no other copy of it. */
export function LastRequest({ reference }: Receipt) {
  return (
    <p className="reference-before">
      <Icon name="success" />
      Request received
      {reference !== null && <Reference reference={reference} />}
    </p>
  );
}
