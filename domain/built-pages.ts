import type { Draft, Problem } from "./data-requirement.ts";
import type { Explanation } from "./messages.ts";

/**
 * The contract of the one module that site and server share at run time: `site/prerender/pages.tsx`,
 * which the build writes to `build/pages.js` and then runs, as the server does.
 */
export type BuiltPages = {
  /** What goes into the head and body of a shell, `index.html` or `404.html`. */
  renderPage: (shell: string) => Promise<{ head: string; body: string }>;
  /**
   * The whole page that answers a form posted without script. `shell` is the built
   * `build/shell.html`: the landing page's document without its contents.
   */
  renderRequestPage: (content: RequestPageContent, shell: string) => Promise<string>;
};

/** The response to a form posted without script. A request that was not stored is shown again. */
export type RequestPageContent = { kind: "sent" } | ({ kind: "unsent" } & UnsentContent);

/** The input of a request that was not stored, and what to correct. */
export type UnsentContent = { draft: Draft; problems: Problem[]; failure: Explanation | null };

/** Loads `build/pages.js` from its URL; the only cast to the contract. */
export async function importBuiltPages(url: string): Promise<BuiltPages> {
  return (await import(url)) as BuiltPages;
}
