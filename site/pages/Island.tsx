import { ISLAND } from "../data-attributes.ts";
import { ISLANDS, type IslandName } from "../on-demand/islands.tsx";

/** An island in the static page, with the content that React hydrates. */
export function Island({ name }: { name: IslandName }) {
  const Content = ISLANDS[name];
  return (
    <div {...{ [ISLAND]: name }}>
      <Content />
    </div>
  );
}
