import { globSync } from "node:fs";
import { dirname } from "node:path";

import type { Plugin } from "vite";

const GLOB_IMPORT = /@import "(\.[^"]*\*[^"]*)"(.*);/g;

/** Expands globs such as `@import "../ui/*.css" layer(components);`, in path order. */
export function stylesheetGlobs(): Plugin {
  const lists = new Set<string>();
  return {
    name: "stylesheet-globs",
    enforce: "pre",

    transform: {
      filter: { id: /\.css/, code: GLOB_IMPORT },
      handler(code, id) {
        lists.add(id);
        return code.replaceAll(GLOB_IMPORT, (_, pattern: string, layer: string) =>
          globSync(pattern, { cwd: dirname(id) })
            .toSorted()
            .map((path) => `@import "${path}"${layer};`)
            .join("\n"),
        );
      },
    },

    hotUpdate({ type, file, modules }) {
      if (type === "update" || !file.endsWith(".css")) return;
      const { moduleGraph } = this.environment;
      return [...modules, ...[...lists].flatMap((id) => moduleGraph.getModuleById(id) ?? [])];
    },
  };
}
