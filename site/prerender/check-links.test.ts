import { expect, test } from "vitest";

import { checkLinks } from "./check-links.ts";

const PART = '<section id="features"></section>';

test.each(["#features", "/?menu=About#features"])(
  "a link to %s must lead to a part of the page",
  (href) => {
    const link = `<a href="${href}">About</a>`;
    expect(() => checkLinks(link + PART)).not.toThrow();
    expect(() => checkLinks(link)).toThrow("No part has the ID features");
  },
);

test.each(["#top", "/", "https://example.com/#team"])("a link to %s needs no part", (href) => {
  expect(() => checkLinks(`<a href="${href}">Elsewhere</a>`)).not.toThrow();
});
