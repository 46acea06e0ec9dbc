import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { afterEach, expect, test } from "vitest";

import { emptyDraft } from "../../domain/data-requirement.ts";
import { explainFailure, type FailureKind } from "../../domain/texts/messages.ts";
import type { RequestPageContent } from "../../domain/wire/built-pages.ts";
import { SITE } from "../site.ts";
import { RequestPage } from "./RequestPage.tsx";

const before = { ...SITE };
afterEach(() => void Object.assign(SITE, before));

test("with a contact address, a form that could not be stored can be emailed", () => {
  Object.assign(SITE, { contactEmail: "sales@example.com" });
  expect(renderAfter("unavailable")).toContain(
    'href="mailto:sales@example.com?subject=Data%20request&amp;body=Company%3A%20Engines"',
  );
});

test.each<[string, string | null, FailureKind]>([
  ["without one", null, "unavailable"],
  ["after what the visitor can fix", "sales@example.com", "too-large-form"],
])("%s it cannot", (_title, contactEmail, failure) => {
  Object.assign(SITE, { contactEmail });
  expect(renderAfter(failure)).not.toContain("mailto:");
});

test("a form without a required field says so in the words of the page's own form", () => {
  const html = render({
    kind: "unsent",
    draft: emptyDraft(),
    problems: [{ field: "company", kind: "missing" }],
    failure: null,
  });
  expect(html).toContain("Please fill in all required fields");
});

function renderAfter(kind: FailureKind): string {
  const draft = { ...emptyDraft(), company: "Engines" };
  const failure = explainFailure(kind);
  return render({ kind: "unsent", draft, problems: [], failure });
}

function render(content: RequestPageContent): string {
  return renderToStaticMarkup(createElement(RequestPage, { content }));
}
