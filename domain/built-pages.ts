import type { Draft, Problem } from "./data-requirement.ts";
import type { Explanation } from "./messages.ts";

/**
 * What `build/pages.js` exports. The build compiles it from `site/prerender/pages.tsx` and runs it to render
 * the static pages; the server runs it to answer forms sent without script.
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
