import type { ServerPageContent } from "./server-page-content.ts";

/**
 * What `build/pages.js` exports, which the build compiles from `site/prerender/pages.tsx`. Nothing checks it: pages
 * and server must be of the same version.
 */
export type BuiltPages = {
  renderPage: (page: StaticPage) => Promise<{ head: string; body: string }>;
  /** `shell` is the built `build/shell.html`: the landing page's document without its contents. */
  renderServerPage: (content: ServerPageContent, shell: string) => Promise<string>;
};

export type StaticPage = "landing" | "not-found";

/** An entry of `dist/headers.json`. The `*` matches any suffix. */
export type HeaderRule = { path: `/${string}*`; headers: Record<string, string> };
