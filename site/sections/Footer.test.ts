import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { afterEach, expect, test } from "vitest";

import { RequestForm } from "../request/RequestForm.tsx";
import { SITE } from "../site.ts";
import { Footer } from "./Footer.tsx";

const before = { ...SITE };
afterEach(() => void Object.assign(SITE, before));

test("a site with a privacy notice and an imprint links to both", () => {
  Object.assign(SITE, { privacyUrl: "/privacy", imprintUrl: "/imprint" });
  const footer = renderToStaticMarkup(createElement(Footer));
  expect(footer).toContain('<a href="/privacy">Privacy</a>');
  expect(footer).toContain('<a href="/imprint">Imprint</a>');
  const form = renderToStaticMarkup(createElement(RequestForm, { id: "inline" }));
  expect(form).toContain('<a href="/privacy" rel="privacy-policy">How we use your data</a>');
});

test("a site without them has no link and no empty line", () => {
  Object.assign(SITE, { privacyUrl: null, imprintUrl: null });
  expect(renderToStaticMarkup(createElement(Footer))).not.toMatch(/Privacy|Imprint|footer-links/);
  expect(renderToStaticMarkup(createElement(RequestForm, { id: "inline" }))).not.toContain(
    "privacy",
  );
});
