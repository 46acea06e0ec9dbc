import type { Plugin } from "vite";

import { CSV_FILE, demonstrationCsv } from "../../site/demonstration/csv.ts";

/** Writes the file that the demonstration links to. */
export function demonstrationFile(): Plugin {
  return {
    name: "demonstration-csv",
    applyToEnvironment: ({ name }) => name === "client",
    generateBundle() {
      this.emitFile({ type: "asset", fileName: CSV_FILE, source: demonstrationCsv() });
    },
    configureServer({ middlewares }) {
      middlewares.use(`/${CSV_FILE}`, (_, response) => {
        response.setHeader("Content-Type", "text/csv; charset=utf-8");
        response.end(demonstrationCsv());
      });
    },
  };
}
