import type { ComponentProps } from "react";

import { ErrorIcon } from "../../ui/ErrorIcon.tsx";

type FailureNoticeProps = ComponentProps<"div"> & { title: string; advice: string };

/** What has failed, and what the visitor can do. */
export function FailureNotice({ title, advice, ...attributes }: FailureNoticeProps) {
  return (
    <div className="request-form-status request-form-status-failed" {...attributes}>
      <p className="request-form-status-title">
        <ErrorIcon />
        {title}
      </p>
      <p>{advice}</p>
    </div>
  );
}
