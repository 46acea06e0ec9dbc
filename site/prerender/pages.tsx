/** Entry of the SSR build, `build/pages.js`; typed by `contract/build-output.ts`. */
import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { prerender } from "react-dom/static";

import type { BuiltPages } from "../../contract/build-output.ts";
import { Head } from "../pages/Head.tsx";
import { Landing } from "../pages/Landing.tsx";
import { NotFound } from "../pages/NotFound.tsx";
import { ServerPage } from "../pages/ServerPage.tsx";
import { SITE } from "../site.ts";

import deskCss from "../styles/desk.css?url";

export const renderPage: BuiltPages["renderPage"] = async (page) =>
  page === "not-found"
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

export const renderServerPage: BuiltPages["renderServerPage"] = async (content, shell) => {
  const title = TITLES[content.kind];
  const head = renderToStaticMarkup(<Head title={`${title} | ${SITE.name}`} />);
  // After the shell's own: the first stylesheet to name a layer sets its order.
  const stylesheet = renderToStaticMarkup(<link rel="stylesheet" href={deskCss} />);
  const body = await renderBody(<ServerPage content={content} />);
  return shell
    .replace("<!--head-->", () => head)
    .replace("</head>", () => `${stylesheet}</head>`)
    .replace("<!--body-->", () => body);
};

const TITLES = {
  stored: "Request received",
  "not-stored": "Error: your request",
  list: "Requests",
  confirm: "Requests",
  changed: "Requests",
  request: "Request",
  failed: "Error",
};

async function renderBody(page: ReactNode): Promise<string> {
  // React moves boundaries past the chunk size into hidden elements, with inline scripts.
  const { prelude } = await prerender(page, { progressiveChunkSize: Infinity });
  return new Response(prelude).text();
}
