/** Entry of the ssr build: what Vite's shells and our server ask to be rendered. */
import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { prerender } from "react-dom/static";

import { Head } from "../pages/Head.tsx";
import { Landing } from "../pages/Landing.tsx";
import { NotFound } from "../pages/NotFound.tsx";
import { RequestPage } from "../pages/RequestPage.tsx";
import type { Rejection } from "../request/RejectedForm.tsx";
import { SITE } from "../site.ts";

/** Renders the page of a shell (`index.html`, `404.html`) as what goes into its head and body. */
export async function renderPage(shell: string): Promise<{ head: string; body: string }> {
  return shell === "404.html"
    ? {
        head: renderToStaticMarkup(<Head title={`Page not found | ${SITE.name}`} />),
        body: await renderBody(<NotFound />),
      }
    : {
        head: renderToStaticMarkup(
          <Head title={`${SITE.name} | Custom robot-training data`} path="/" />,
        ),
        body: await renderBody(<Landing />),
      };
}

/**
 * The page with which our server answers a form that was sent without script and could not be
 * stored: the same form with what was typed, and what is wrong with it.
 * `shell` is the built `build/shell.html`: the landing page's document, still without its contents.
 */
export async function renderRequestPage(rejection: Rejection, shell: string): Promise<string> {
  const head = renderToStaticMarkup(<Head title={`Error: your request | ${SITE.name}`} />);
  const body = await renderBody(<RequestPage rejection={rejection} />);
  return shell.replace("<!--head-->", () => head).replace("<!--body-->", () => body);
}

async function renderBody(page: ReactNode): Promise<string> {
  // A boundary past the chunk size would be moved into a hidden div, with inline scripts.
  const { prelude } = await prerender(page, { progressiveChunkSize: Infinity });
  return new Response(prelude).text();
}
