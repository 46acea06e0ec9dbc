import { fileURLToPath } from "node:url";

import type { Plugin } from "vite";

const FOLDER = fileURLToPath(new URL("../../site/static-react/", import.meta.url));

/** Imports of React in our modules, after JSX has been compiled. */
const IMPORTS = /\b(from|import) *"(react(\/jsx-(dev-)?runtime)?)"/g;

/** Replaces React in prerendered pages by `site/static-react/`. In development, packages import React itself. */
export function staticReact(): Plugin {
  return {
    name: "static-react",
    enforce: "pre",
    applyToEnvironment: ({ name }) => name === "ssr",

    resolveId: {
      filter: { id: /^react(\/jsx-(dev-)?runtime)?$/ },
      handler(id, importer = "") {
        if (importer.startsWith(FOLDER) || importer.includes("/react-dom/")) return null;
        return replacementOf(id);
      },
    },

    // In development, Vite asks no plugin where packages are.
    transform: {
      order: "post",
      filter: { id: { include: /\.tsx?$/, exclude: `${FOLDER}**` }, code: IMPORTS },
      handler: (code) =>
        code.replaceAll(
          IMPORTS,
          (_, keyword: string, id: string) => `${keyword} "${replacementOf(id)}"`,
        ),
    },
  };
}

function replacementOf(id: string): string {
  return FOLDER + (id === "react" ? "react.ts" : "jsx-runtime.ts");
}
