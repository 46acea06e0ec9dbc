import type { IslandName } from "../attributes.ts";

/** The build prerenders the islands. The entry script loads an island's chunk when the visitor comes near it. */
export const ISLANDS = {
  demonstration: async () => (await import("./LiveDemonstration.tsx")).LiveDemonstration,
  "inline-form": async () => (await import("../request/RequestForm.tsx")).InlineRequestForm,
  "dialog-form": async () => (await import("../request/RequestForm.tsx")).DialogRequestForm,
} satisfies Record<IslandName, () => Promise<unknown>>;
