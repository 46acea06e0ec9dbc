import { readFileSync } from "node:fs";

import { expect, test } from "vitest";

import { findPublishWarnings } from "./publish-warnings.ts";

const IMAGE = Buffer.from("… Engines: Move …");

test("a build of the project as it is warns of what to fill in", () => {
  const site = {
    name: "Motors",
    headline: "Move",
    origin: "https://leadthrough.example",
    privacyUrl: null,
    imprintUrl: "/imprint.html",
  };
  const files = {
    securityPolicy: "Write to SECURITY-CONTACT.",
    openGraphImage: IMAGE,
    isPublished: () => false,
  };
  expect(findPublishWarnings(site, files)).toEqual([
    expect.stringContaining("https://leadthrough.example"),
    expect.stringContaining("privacyUrl"),
    expect.stringContaining("site/public/imprint.html"),
    expect.stringContaining("SECURITY-CONTACT"),
    expect.stringContaining("npm run open-graph"),
  ]);
});

test("a site that is filled in is built without a warning", () => {
  const site = {
    name: "Engines",
    headline: "Move",
    origin: "https://www.example.com",
    privacyUrl: "/privacy.html",
    imprintUrl: "https://example.com/imprint",
  };
  const files = {
    // Replaces one mention, as a person may.
    securityPolicy: readFileSync("SECURITY.md", "utf8").replace(
      "SECURITY-CONTACT",
      "us@example.com",
    ),
    openGraphImage: IMAGE,
    isPublished: (path: string) => path === "/privacy.html",
  };
  expect(findPublishWarnings(site, files)).toEqual([]);
});
