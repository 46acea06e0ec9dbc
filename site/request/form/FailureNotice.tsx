import type { ComponentProps } from "react";

import { Icon } from "../../ui/Icon.tsx";

type FailureNoticeProps = ComponentProps<"div"> & { title: string; advice: string };

/** What failed, and what the visitor can do. */
export function FailureNotice({ title, advice, children, ...attributes }: FailureNoticeProps) {
  return (
    <div className="failure-notice" {...attributes}>
      <p className="failure-notice-title">
        <Icon name="error" />
        {title}
      </p>
      <p>{advice}</p>
      {children}
    </div>
  );
}
