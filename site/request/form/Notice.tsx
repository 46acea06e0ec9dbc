import type { ComponentProps } from "react";

import { Icon } from "../../ui/Icon.tsx";

type NoticeProps = ComponentProps<"div"> & { kind: "success" | "error"; title: string };

/** The outcome of sending a request: a title, and paragraphs. */
export function Notice({ kind, title, children, ...attributes }: NoticeProps) {
  return (
    <div className={`notice notice-${kind}`} {...attributes}>
      <p className="notice-title">
        <Icon name={kind} />
        {title}
      </p>
      {children}
    </div>
  );
}
