import { useRef, useState } from "react";

import { Icon } from "../../ui/Icon.tsx";
import type { Receipt } from "../state/tab-storage.ts";

export function Reference({ reference }: { reference: string }) {
  const text = useRef<HTMLElement>(null);
  const [copied, setCopied] = useState(false);
  const copy = () =>
    navigator.clipboard.writeText(reference).then(
      () => setCopied(true),
      // If copying is denied, selects the reference for copying by hand.
      () => text.current && getSelection()?.selectAllChildren(text.current),
    );
  return (
    <>
      <strong className="reference" ref={text} translate="no">
        {reference}
      </strong>
      {/* The clipboard requires a secure context. */}
      {"clipboard" in navigator && (
        <button type="button" className="reference-copy" onClick={() => void copy()}>
          <span key={String(copied)}>{copied ? "Copied" : "Copy"}</span>
        </button>
      )}
    </>
  );
}

/** Shows the last request's reference, because the visitor has no other copy of it. */
export function LastRequest({ reference }: Receipt) {
  return (
    <p className="reference-before">
      <Icon name="success" />
      Request sent
      {reference !== null && <Reference reference={reference} />}
    </p>
  );
}
