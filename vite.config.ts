import { existsSync } from "node:fs";
import { join } from "node:path";

import { defineConfig, loadEnv } from "vite";

import { SITE } from "./contract/build-output.ts";
import { readRestUrl } from "./tools/vite/hosted-backend.ts";
import { UNFINISHED } from "./tools/vite/publish-build.ts";
import { warnBeforePublishing } from "./tools/vite/publish-warnings.ts";
import { staticPages } from "./tools/vite/static-pages.ts";
import { staticReact } from "./tools/vite/static-react.ts";
import { stylesheetGlobs } from "./tools/vite/stylesheet-globs.ts";

// Browser baseline: docs/decisions.md.
const ENGINES = ["chrome125", "edge125", "firefox126", "safari17.5"];

/** The same as `ENGINES`. By default, Vite's CSS transformer would lower nesting for older browsers. */
const CSS_ENGINES = {
  chrome: 125 << 16,
  edge: 125 << 16,
  firefox: 126 << 16,
  safari: (17 << 16) | (5 << 8),
};

export default defineConfig(({ command, mode }) => {
  const restUrl = readSettings(mode);
  return {
    appType: "custom",
    publicDir: "site/public",
    plugins: [staticReact(), staticPages(restUrl), stylesheetGlobs(), warnBeforePublishing()],
    define: {
      __HERO_ANIMATION__: JSON.stringify(existsSync("site/assets/animation/hero.json")),
      "import.meta.env.VITE_REST_URL": JSON.stringify(restUrl),
    },
    css: {
      transformer: "lightningcss",
      lightningcss: { drafts: { customMedia: true }, targets: CSS_ENGINES },
    },
    build: {
      target: ENGINES,
      cssTarget: ENGINES,
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
    },
    environments: {
      client: {
        build: {
          outDir: join(UNFINISHED, SITE),
          emptyOutDir: true,
          // React's licence requires its notice in copies.
          license: { fileName: "licenses.md" },
          rolldownOptions: { input: ["index.html", "404.html"] },
        },
      },
      ssr: {
        // A build bundles packages, because built pages run without node_modules. Development does not, because it
        // cannot bundle React, which is CommonJS.
        resolve: { noExternal: command === "build" ? true : [] },
        build: {
          outDir: UNFINISHED,
          emptyOutDir: true,
          emitAssets: true,
          copyPublicDir: false,
          minify: false,
          rolldownOptions: {
            input: { pages: "site/prerender/pages.tsx" },
            output: { entryFileNames: "[name].js", codeSplitting: false },
          },
        },
      },
    },
  };
});

/** Exits with a message if a setting is invalid, because an exception would print a stack trace. */
function readSettings(mode: string): string | null {
  const result = readRestUrl(loadEnv(mode, process.cwd()));
  if (result.kind === "valid") return result.restUrl;
  process.stderr.write(`${result.problem}\n`);
  process.exit(1);
}
