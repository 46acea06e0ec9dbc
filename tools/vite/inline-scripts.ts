import { basename } from "node:path";

import type { Plugin, Rolldown } from "vite";

/** The element that Vite writes into a built page. */
const FETCHED_SCRIPT = /\n *<script type="module" crossorigin src="\/([^"]+)"><\/script>/;

/**
 * Moves each page's script into the end of the page. As a file it would cost a round trip before the
 * hero is painted. `finishDist` allows it in the policy by its hash.
 */
export function inlineScripts(): Plugin {
  return {
    name: "inline-scripts",
    apply: "build",
    enforce: "post",
    generateBundle: {
      // After every other plugin has changed the chunks.
      order: "post",
      handler(_, bundle) {
        for (const page of Object.values(bundle)) {
          if (page.type === "asset" && page.fileName.endsWith(".html")) {
            page.source = inlineScript(String(page.source), bundle);
          }
        }
      },
    },
  };
}

function inlineScript(html: string, bundle: Rolldown.OutputBundle): string {
  const [fetched = "", fileName = ""] = FETCHED_SCRIPT.exec(html) ?? [];
  const chunk = bundle[fileName];
  if (chunk?.type !== "chunk") throw new Error("A page has no script, or not as Vite writes it.");
  delete bundle[fileName];
  const inline = `  <script type="module">${inlineCode(chunk)}</script>\n  </body>`;
  return html.replace(fetched, "").replace("</body>", () => inline);
}

/** The chunk's code, with imports that work in a page at any path. */
function inlineCode({ fileName, code, imports, exports, dynamicImports }: Rolldown.OutputChunk) {
  if (imports.length > 0 || exports.length > 0) {
    throw new Error(
      `${fileName} shares a module with what is fetched later (${[...imports, ...exports].join()}): ` +
        "the page has its script in itself, and the shared module would run twice.",
    );
  }
  return dynamicImports
    .reduce((text, file) => text.replaceAll(`./${basename(file)}`, `/${file}`), code)
    .replace("/* empty css             */", "")
    .replaceAll("</script", "<\\/script")
    .trim();
}
