import type { ReactNode } from "react";

import { ISLAND } from "../attributes.ts";

/** What React hydrates, in the static page. `on-demand/` renders the same content for the same name. */
export function Island({ name, children }: { name: string; children: ReactNode }) {
  return <div {...{ [ISLAND]: name }}>{children}</div>;
}
