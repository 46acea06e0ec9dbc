import { cp, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

import { isRunnableDevEnvironment, type Plugin, type ViteDevServer } from "vite";

import type { BuiltPages } from "../../domain/wire/server-pages.ts";
import { finishDist } from "./finish-dist.ts";

/** Where a build is written; it becomes `dist/`, from which a server may be reading, once it is complete. */
export const UNFINISHED_DIST = ".cache/dist";

const HEAD = "<!--head-->";
const BODY = "<!--body-->";

/**
 * Renders each React page into its HTML shell: in development with the ssr environment's runner, in a
 * build with the ssr entry, which is built first. `restUrl` is the hosted backend, if there is one.
 */
export function staticPages(restUrl: string | null): Plugin {
  let root = process.cwd();
  let server: ViteDevServer | undefined;

  async function pages(): Promise<BuiltPages> {
    if (!server) {
      return (await import(pathToFileURL(join(root, "build/pages.js")).href)) as BuiltPages;
    }
    const { ssr } = server.environments;
    if (!ssr || !isRunnableDevEnvironment(ssr)) throw new Error("The ssr environment cannot run.");
    return ssr.runner.import<BuiltPages>("/site/prerender/pages.tsx");
  }

  return {
    name: "static-pages",
    configResolved(config) {
      root = config.root;
    },

    transformIndexHtml: {
      // After Vite has rewritten the shell's links: the rendered markup needs no change.
      order: "post",
      async handler(html, { path }) {
        const { head, body } = await (await pages()).renderPage(path.slice(1));
        return html.replace(HEAD, () => head).replace(BODY, () => body);
      },
    },

    configureServer(development) {
      server = development;
      return () => {
        development.middlewares.use((request, response, next) => {
          const found = request.url === undefined || /^\/($|\?)/.test(request.url);
          const shell = found ? "index.html" : "404.html";
          readFile(join(root, shell), "utf8")
            .then((html) => development.transformIndexHtml(`/${shell}`, html))
            .then((html) => {
              response.statusCode = found ? 200 : 404;
              response.setHeader("Content-Type", "text/html; charset=utf-8");
              response.end(html);
            })
            // oxlint-disable-next-line promise/no-callback-in-promise -- Connect's own way
            .catch(next);
        });
      };
    },

    hotUpdate({ file, modules }) {
      // Static sections are only in the ssr graph, so the browser must reload the page.
      if (this.environment.name !== "ssr" || modules.length === 0 || file.endsWith(".css")) return;
      server?.environments.client.hot.send({ type: "full-reload" });
    },

    async buildApp(builder) {
      const { client, ssr } = builder.environments;
      if (!client || !ssr) throw new Error("The build needs its client and ssr environments.");
      await builder.build(ssr);
      await builder.build(client);
      const dist = join(root, UNFINISHED_DIST);
      await cp(join(root, "build/assets"), join(dist, "assets"), { recursive: true });
      await writeFile(join(root, "build/shell.html"), await emptyShell());
      await finishDist(dist, restUrl);
      await rm(join(root, "dist"), { recursive: true, force: true });
      await rename(dist, join(root, "dist"));
    },
  };

  /** The built landing page without its contents, for pages that the server renders. */
  async function emptyShell(): Promise<string> {
    const html = await readFile(join(root, UNFINISHED_DIST, "index.html"), "utf8");
    const { head, body } = await (await pages()).renderPage("index.html");
    return html.replace(head, HEAD).replace(body, BODY);
  }
}
