import { createContext, useContext } from "react";

/** True in an island, which the browser hydrates. */
export const InsideIsland = createContext(false);

export class OutsideIsland extends Error {
  readonly used: string;

  constructor(used: string) {
    super(used);
    this.used = used;
  }
}

/** Throws while a component renders outside of an island, because the browser never runs the component there. */
export function requireIsland(used: string): void {
  if (!useContext(InsideIsland)) throw new OutsideIsland(used);
}

/** Names the component, and those that contain it. */
export function explainOutsideIsland({ used }: OutsideIsland, componentStack = ""): string {
  const names = Array.from(componentStack.matchAll(/ at ([A-Z]\w*)/g), ([, name]) => name);
  const [component = "A component", ...around] = names;
  const place = around.length > 0 ? ` in ${around.join(", in ")}` : "";
  return (
    `${component}${place} uses ${used}, which does nothing outside of an island. ` +
    "Make it an island as CONTRIBUTING.md says under Islands."
  );
}
