import type { ComponentProps } from "react";

import { Icon } from "../../ui/Icon.tsx";

/** The outcome of sending a request: an icon, and paragraphs beside it. It can have focus. */
export function Notice({
  kind,
  children,
  ...attributes
}: ComponentProps<"div"> & { kind: "success" | "error" }) {
  return (
    <div className={`notice notice-${kind}`} tabIndex={-1} {...attributes}>
      <Icon name={kind} />
      <div className="notice-text">{children}</div>
    </div>
  );
}
