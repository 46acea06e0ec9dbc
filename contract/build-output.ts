import type { ServerPageContent } from "./server-page-content.ts";

/** Folder of builds, relative to the project. Each build is a folder in it, with these entries. */
export const BUILDS = "build";
/** Published files. */
export const SITE = "site";
/** The landing page's HTML, with placeholders for head and body. */
export const SHELL = "shell.html";
/** Compiled from `site/prerender/pages.tsx`. */
export const PAGES = "pages.js";

/**
 * File in `BUILDS` that names the current build. It is replaced last, so that a build that was killed or failed changes
 * nothing.
 */
export const CURRENT = "current.json";

export type CurrentBuild = {
  folder: string;
  /** Pages that are still open load scripts of the previous build. */
  previous: string | null;
};

/**
 * Exports of `PAGES`. Nothing checks them at runtime, so the build and the server must have the same version.
 */
export type BuiltPages = {
  renderPage: (page: StaticPage) => Promise<{ head: string; body: string }>;
  /** `shell` is the text of `SHELL`. */
  renderServerPage: (content: ServerPageContent, shell: string) => Promise<string>;
};

export type StaticPage = "landing" | "not-found";

/** An entry of `headers.json`, which is a published file. The `*` matches any suffix. */
export type HeaderRule = { path: `/${string}*`; headers: Record<string, string> };
