import { expect, test } from "vitest";

import { findPlaceholders } from "./placeholders.ts";

const PICTURE = Buffer.from("… Engines: Move …");

test("a build of the project as it is warns of what to fill in", () => {
  const site = {
    name: "Motors",
    headline: "Move",
    origin: "https://leadthrough.example",
    privacyUrl: null,
  };
  const files = { securityPolicy: "Write to SECURITY-CONTACT.", openGraphPicture: PICTURE };
  expect(findPlaceholders(site, files)).toEqual([
    expect.stringContaining("https://leadthrough.example"),
    expect.stringContaining("privacyUrl"),
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
  };
  const files = { securityPolicy: "Write to us@example.com.", openGraphPicture: PICTURE };
  expect(findPlaceholders(site, files)).toEqual([]);
});
