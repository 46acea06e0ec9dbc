import type { ReactNode } from "react";

import { ISLAND, type IslandName } from "../attributes.ts";

/** What React hydrates, in the static page. `on-demand/` renders the same content for the same name. */
export function Island({ name, children }: { name: IslandName; children: ReactNode }) {
  return <div {...{ [ISLAND]: name }}>{children}</div>;
}
