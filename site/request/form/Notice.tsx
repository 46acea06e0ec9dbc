import type { ComponentProps } from "react";

import { Icon } from "../../ui/Icon.tsx";

export function Notice({ children, ...attributes }: ComponentProps<"div">) {
  return (
    <div className="notice" tabIndex={-1} {...attributes}>
      <Icon name="error" />
      <div className="notice-text">{children}</div>
    </div>
  );
}
