import type { ComponentProps } from "react";

import { Icon } from "../../ui/Icon.tsx";

type FailureNoticeProps = ComponentProps<"div"> & { title: string; advice: string };

/** What failed, and what the visitor can do. */
export function FailureNotice({ title, advice, ...attributes }: FailureNoticeProps) {
  return (
    <div className="request-form-status request-form-status-failed" {...attributes}>
      <p className="request-form-status-title">
        <Icon name="error" />
        {title}
      </p>
      <p>{advice}</p>
    </div>
  );
}
