import type { ServerPageContent } from "./server-pages.ts";

/**
 * What `build/pages.js` exports, which nothing checks: the same version must have built it. The build compiles
 * it from `site/prerender/pages.tsx` and runs it to render the static pages; the server runs it to respond to
 * forms sent without script, and for the desk.
 */
export type BuiltPages = {
  /** What goes into the head and body of a shell, `index.html` or `404.html`. */
  renderPage: (shell: string) => Promise<{ head: string; body: string }>;
  /**
   * A whole page that our server responds with. `shell` is the built `build/shell.html`: the landing page's
   * document without its contents.
   */
  renderServerPage: (content: ServerPageContent, shell: string) => Promise<string>;
};

/**
 * An entry of `dist/headers.json`: headers of responses to matching paths. `path` ends in `*`, which matches any
 * suffix.
 */
export type HeaderRule = { path: `/${string}*`; headers: Record<string, string> };
