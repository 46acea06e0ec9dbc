import { expect, test } from "vitest";

import { findPlaceholders } from "./placeholders.ts";

test("a build of the project as it is warns of what to fill in", () => {
  const site = { origin: "https://leadthrough.example", privacyUrl: null };
  expect(findPlaceholders(site, "Write to SECURITY-CONTACT.")).toEqual([
    expect.stringContaining("https://leadthrough.example"),
    expect.stringContaining("privacyUrl"),
    expect.stringContaining("SECURITY-CONTACT"),
  ]);
});

test("a site that is filled in is built without a warning", () => {
  const site = { origin: "https://www.example.com", privacyUrl: "/privacy" };
  expect(findPlaceholders(site, "Write to security@example.com.")).toEqual([]);
});
