import type { Plugin } from "vite";

import { CSV_FILE, toCsv } from "../../site/demonstration/episode.ts";
import { EXAMPLE } from "../../site/demonstration/model.ts";

export function demonstrationFile(): Plugin {
  return {
    name: "demonstration-csv",
    applyToEnvironment: ({ name }) => name === "client",
    generateBundle() {
      this.emitFile({ type: "asset", fileName: CSV_FILE, source: toCsv(EXAMPLE) });
    },
    configureServer({ middlewares }) {
      middlewares.use(`/${CSV_FILE}`, (_, response) => {
        response.setHeader("Content-Type", "text/csv; charset=utf-8");
        response.end(toCsv(EXAMPLE));
      });
    },
  };
}
