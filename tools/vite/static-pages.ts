import { copyFile, cp, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

import { isRunnableDevEnvironment, type Plugin, type ViteDevServer } from "vite";

import {
  PAGES,
  SHELL,
  SITE,
  type BuiltPages,
  type StaticPage,
} from "../../contract/build-output.ts";
import { finishDist } from "./finish-dist.ts";
import { publishBuild, UNFINISHED } from "./publish-build.ts";

/** Renders each React page into its HTML shell, once per request in development and once in a build. */
export function staticPages(restUrl: string | null): Plugin {
  return {
    name: "static-pages",

    configureServer(server) {
      return () => {
        server.middlewares.use((request, response, next) => {
          const found = request.url === undefined || /^\/($|\?)/.test(request.url);
          renderInDevelopment(server, found ? "landing" : "not-found")
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

    hotUpdate({ file, modules, server }) {
      // Reloads the page, because static sections exist only in the SSR module graph, which has no hot update.
      if (this.environment.name !== "ssr" || modules.length === 0 || file.endsWith(".css")) return;
      server.environments.client.hot.send({ type: "full-reload" });
    },

    transformIndexHtml: {
      order: "post",
      handler: (html, { bundle }) => (bundle ? moveScript(html) : html),
    },

    async buildApp(builder) {
      const { client, ssr } = builder.environments;
      if (!client || !ssr) throw new Error("The build needs its client and ssr environments.");
      await builder.build(ssr);
      await builder.build(client);
      const { root } = builder.config;
      const build = join(root, UNFINISHED);
      const site = join(build, SITE);
      await cp(join(build, "assets"), join(site, "assets"), { recursive: true });
      await rm(join(build, "assets"), { recursive: true });
      // The server renders its own pages into a copy of the landing page's shell.
      await copyFile(join(site, SHELLS.landing), join(build, SHELL));
      const pages = (await import(pathToFileURL(join(build, PAGES)).href)) as BuiltPages;
      for (const page of ["landing", "not-found"] as const) {
        const file = join(site, SHELLS[page]);
        const html = await render(pages, page, await readFile(file, "utf8"));
        await writeFile(file, page === "landing" ? await inlineStylesheet(html, site) : html);
      }
      await finishDist(site, restUrl, Object.values(SHELLS));
      await publishBuild(root);
    },
  };
}

const SHELLS: Record<StaticPage, string> = { landing: "index.html", "not-found": "404.html" };

async function renderInDevelopment(server: ViteDevServer, page: StaticPage): Promise<string> {
  const { ssr } = server.environments;
  if (!ssr || !isRunnableDevEnvironment(ssr)) throw new Error("The ssr environment cannot run.");
  const pages = await ssr.runner.import<BuiltPages>("/site/prerender/pages.tsx");
  const name = SHELLS[page];
  const source = await readFile(join(server.config.root, name), "utf8");
  return render(pages, page, await server.transformIndexHtml(`/${name}`, source));
}

/** Moves the script from the head to the end of the body, with a low `fetchpriority`, for an earlier first paint. */
function moveScript(html: string): string {
  const tag = /<script type="module".*<\/script>/.exec(html)?.[0];
  if (!tag) throw new Error("A shell needs a script.");
  const script = tag.replace("<script", '<script fetchpriority="low"');
  return html.replace(tag, "").replace("</body>", () => `${script}</body>`);
}

/** Replaces the link to the stylesheet by its text, so that the first paint waits for the HTML only. */
async function inlineStylesheet(html: string, site: string): Promise<string> {
  const [link, url] = /<link rel="stylesheet".* href="(.*)">/.exec(html) ?? [];
  if (!link || !url) throw new Error("The landing page needs a stylesheet.");
  const css = await readFile(join(site, url), "utf8");
  return html.replace(link, () => `<style>${css}</style>`);
}

async function render(pages: BuiltPages, page: StaticPage, shell: string): Promise<string> {
  const { head, body } = await pages.renderPage(page);
  return shell.replace("<!--head-->", () => head).replace("<!--body-->", () => body);
}
