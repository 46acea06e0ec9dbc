import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";

import { PrivacyLine } from "./PrivacyLine.tsx";

test("on a site with a privacy notice, the form links to it", () => {
  const line = renderToStaticMarkup(createElement(PrivacyLine, { url: "/privacy" }));
  expect(line).toContain('<a href="/privacy" rel="privacy-policy">How we use your data</a>');
});
