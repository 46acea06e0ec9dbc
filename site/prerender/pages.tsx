/** Entry of the SSR build `build/pages.js`. `contract/build-output.ts` declares its types. */
import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { prerender } from "react-dom/static";

import type { BuiltPages } from "../../contract/build-output.ts";
import { Head } from "../pages/Head.tsx";
import { Landing } from "../pages/Landing.tsx";
import { NotFound } from "../pages/NotFound.tsx";
import { ServerPage } from "../pages/ServerPage.tsx";
import { TITLES } from "../pages/titles.ts";
import { explainOutsideIsland, OutsideIsland } from "../static-react/inside-island.ts";
import { checkLinks } from "./check-links.ts";

import deskCss from "../styles/desk.css?url";

export const renderPage: BuiltPages["renderPage"] = async (page) =>
  page === "not-found"
    ? {
        head: renderToStaticMarkup(<Head title={TITLES[page]} />),
        body: await renderBody(<NotFound />),
      }
    : {
        head: renderToStaticMarkup(<Head title={TITLES[page]} path="/" />),
        body: await renderLanding(),
      };

export const renderServerPage: BuiltPages["renderServerPage"] = async (content, shell) => {
  const head = renderToStaticMarkup(<Head title={TITLES[content.kind]} />);
  // Comes after the shell's own stylesheet, so that the desk's rules can override those of the shell.
  const stylesheet = renderToStaticMarkup(<link rel="stylesheet" href={deskCss} />);
  const body = await renderBody(<ServerPage content={content} />);
  return shell
    .replace("<!--head-->", () => head)
    .replace("</head>", () => `${stylesheet}</head>`)
    .replace("<!--body-->", () => body);
};

async function renderLanding(): Promise<string> {
  const body = await renderBody(<Landing />);
  checkLinks(body);
  return body;
}

async function renderBody(page: ReactNode): Promise<string> {
  const { prelude } = await prerender(page, {
    // Otherwise, React would move boundaries larger than its chunk size into hidden elements and add inline scripts.
    progressiveChunkSize: Infinity,
    onError(error, { componentStack }) {
      if (error instanceof OutsideIsland)
        error.message = explainOutsideIsland(error, componentStack);
    },
  });
  return new Response(prelude).text();
}
