/** The build prerenders the islands. The entry script loads an island's chunk when the visitor comes near it. */
export const ISLANDS = {
  demonstration: async () => (await import("../demonstration/Demonstration.tsx")).Demonstration,
  "inline-form": async () => (await import("../request/RequestForm.tsx")).InlineRequestForm,
  "dialog-form": async () => (await import("../request/RequestForm.tsx")).DialogRequestForm,
};

export type IslandName = keyof typeof ISLANDS;
