import type { Draft, Problem } from "./data-requirement.ts";

/**
 * The contract of the one module that site and server share at run time: `site/prerender/pages.tsx`,
 * which the build writes to `build/pages.js` and then runs, as the server does.
 */
export type BuiltPages = {
  /** What goes into the head and body of a shell, `index.html` or `404.html`. */
  renderPage: (shell: string) => Promise<{ head: string; body: string }>;
  /**
   * The whole page for a form that was posted without script and not stored. `shell` is the built
   * `build/shell.html`: the landing page's document without its contents.
   */
  renderRequestPage: (content: RequestPageContent, shell: string) => Promise<string>;
};

/** A form that was posted and not stored: its input, and what to correct. */
export type RequestPageContent = { draft: Draft; problems: Problem[]; message: string | null };

/** Loads `build/pages.js` from its URL; the only cast to the contract. */
export async function importBuiltPages(url: string): Promise<BuiltPages> {
  return (await import(url)) as BuiltPages;
}
