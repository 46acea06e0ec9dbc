import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";

import { Footer } from "./Footer.tsx";

test("on a site with a privacy notice and an imprint, the footer links to both", () => {
  const footer = renderToStaticMarkup(
    createElement(Footer, { privacyUrl: "/privacy", imprintUrl: "/imprint" }),
  );
  expect(footer).toContain('<a href="/privacy">Privacy</a>');
  expect(footer).toContain('<a href="/imprint">Imprint</a>');
});
