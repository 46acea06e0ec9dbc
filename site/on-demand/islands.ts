import type { IslandName } from "../attributes.ts";

/**
 * The build renders these into the page; the first script fetches each, in a script of its own, once a visitor comes
 * near.
 */
export const ISLANDS = {
  demonstration: async () => (await import("./LiveDemonstration.tsx")).LiveDemonstration,
  inline: async () => (await import("../request/RequestForm.tsx")).InlineRequestForm,
  dialog: async () => (await import("../request/RequestForm.tsx")).DialogRequestForm,
} satisfies Record<IslandName, () => Promise<unknown>>;
