import { lazy, type ComponentType } from "react";

import { ISLAND, type IslandName } from "../attributes.ts";
import { ISLANDS } from "../on-demand/islands.ts";

export function Island({ name }: { name: IslandName }) {
  const Content = CONTENTS[name];
  return (
    <div {...{ [ISLAND]: name }}>
      <Content />
    </div>
  );
}

const CONTENTS: Record<IslandName, ComponentType> = {
  demonstration: toLazy("demonstration"),
  "inline-form": toLazy("inline-form"),
  "dialog-form": toLazy("dialog-form"),
};

function toLazy(name: IslandName): ComponentType {
  return lazy(async () => ({ default: await ISLANDS[name]() }));
}
