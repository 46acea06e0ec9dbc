import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";

import { PrivacyLine } from "../request/form/PrivacyLine.tsx";
import { Footer } from "./Footer.tsx";

const NOTICES = { privacyUrl: "/privacy", imprintUrl: "/imprint" };

test("a site with a privacy notice and an imprint links to both", () => {
  const footer = renderToStaticMarkup(createElement(Footer, NOTICES));
  expect(footer).toContain('<a href="/privacy">Privacy</a>');
  expect(footer).toContain('<a href="/imprint">Imprint</a>');
  const form = renderToStaticMarkup(createElement(PrivacyLine, { url: NOTICES.privacyUrl }));
  expect(form).toContain('<a href="/privacy" rel="privacy-policy">How we use your data</a>');
});

test("a site without them has no link and no empty line", () => {
  const none = createElement(Footer, { privacyUrl: null, imprintUrl: null });
  expect(renderToStaticMarkup(none)).not.toMatch(/Privacy|Imprint|footer-links/);
  expect(renderToStaticMarkup(createElement(PrivacyLine, { url: null }))).toBe("");
});
