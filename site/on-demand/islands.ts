import type { IslandName } from "../attributes.ts";

/**
 * What React hydrates, by name: the build renders it into the page, and the first script fetches it, in a script of its
 * own, once a visitor comes near.
 */
export const ISLANDS = {
  demonstration: async () => (await import("./LiveDemonstration.tsx")).LiveDemonstration,
  inline: async () => (await import("../request/RequestForm.tsx")).InlineRequestForm,
  dialog: async () => (await import("../request/RequestForm.tsx")).DialogRequestForm,
} satisfies Record<IslandName, () => Promise<unknown>>;
