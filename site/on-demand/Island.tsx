import { lazy, type ComponentType } from "react";

import { ISLAND } from "../attributes.ts";
import { InsideIsland } from "../static-react/inside-island.ts";
import { ISLANDS, type IslandName } from "./islands.ts";

/** The only parts of the page whose components can have state, effects and event handlers. */
export function Island({ name }: { name: IslandName }) {
  const Content = CONTENTS[name];
  return (
    <div {...{ [ISLAND]: name }}>
      <InsideIsland value>
        <Content />
      </InsideIsland>
    </div>
  );
}

const CONTENTS = Object.fromEntries(
  Object.entries(ISLANDS).map(([name, load]): [string, ComponentType] => [
    name,
    lazy(async () => ({ default: await load() })),
  ]),
) as Record<IslandName, ComponentType>;
