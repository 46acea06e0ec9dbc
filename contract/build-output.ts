import type { ServerPageContent } from "./server-page-content.ts";

/**
 * Exports of `build/pages.js`, which is compiled from `site/prerender/pages.tsx`. Nothing checks them at runtime, so the
 * build and the server must have the same version.
 */
export type BuiltPages = {
  renderPage: (page: StaticPage) => Promise<{ head: string; body: string }>;
  /**
   * `shell` is the text of `build/shell.html`, which is the landing page's HTML with placeholders for head and body.
   */
  renderServerPage: (content: ServerPageContent, shell: string) => Promise<string>;
};

export type StaticPage = "landing" | "not-found";

/** An entry of `dist/headers.json`. The `*` matches any suffix. */
export type HeaderRule = { path: `/${string}*`; headers: Record<string, string> };

/**
 * Relative to the project. A build moves the previous `dist/` to this folder. Pages that are open, and a server that has
 * not restarted, still need its `assets/`.
 */
export const PREVIOUS_DIST = ".cache/previous-dist";
