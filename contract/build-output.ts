import type { ServerPageContent } from "./server-page-content.ts";

/**
 * What `build/pages.js` exports, which nothing checks: the same version must have built it. The build compiles
 * it from `site/prerender/pages.tsx`, and renders the static pages with it. `server/http/server-page.ts` renders
 * the server's own pages with it: responses to forms sent without script, and the desk.
 */
export type BuiltPages = {
  /** What goes into the head and body of a static page's shell. */
  renderPage: (page: StaticPage) => Promise<{ head: string; body: string }>;
  /**
   * A whole page that our server responds with. `shell` is the HTML of the built `build/shell.html`: the landing
   * page's document without its contents.
   */
  renderServerPage: (content: ServerPageContent, shell: string) => Promise<string>;
};

/** The pages of the site. The HTML shell of `landing` is `index.html`, that of `not-found` is `404.html`. */
export type StaticPage = "landing" | "not-found";

/**
 * An entry of `dist/headers.json`: headers of responses to matching paths. `path` ends in `*`, which matches any
 * suffix.
 */
export type HeaderRule = { path: `/${string}*`; headers: Record<string, string> };
