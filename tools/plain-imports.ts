import type { Plugin } from "vite";

/**
 * Leaves dynamic imports as they are: what Vite wraps them in looks for style sheets and modules
 * to preload, and a chunk here has neither.
 */
export function plainImports(): Plugin {
  return {
    name: "plain-imports",
    enforce: "pre",
    load: {
      filter: { id: /^\0vite\/preload-helper/ },
      handler: () => "export const __vitePreload = (load) => load();",
    },
  };
}
