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

test("on a site without them, the footer has no link and no empty line", () => {
  const footer = renderToStaticMarkup(
    createElement(Footer, { privacyUrl: null, imprintUrl: null }),
  );
  expect(footer).not.toMatch(/<a|Privacy|Imprint/);
});
