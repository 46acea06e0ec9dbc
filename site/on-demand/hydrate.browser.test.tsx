import { renderToString } from "react-dom/server";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";

import type { Field } from "../../domain/data-requirement.ts";
import { labelOf } from "../../test-support/label-of.ts";
import { Island } from "../pages/Island.tsx";
import { createDraftStore } from "../request/draft-store.ts";
import { RequestForm } from "../request/RequestForm.tsx";
import { start } from "./forms.tsx";

beforeEach(() => {
  document.body.innerHTML = renderToString(
    (["inline", "dialog"] as const).map((id) => (
      <Island key={id} name={id}>
        <RequestForm id={id} />
      </Island>
    )),
  );
});

afterEach(() => sessionStorage.clear());

const field = (name: Field) => page.getByLabelText(labelOf(name), { exact: true }).first();

test("what is typed before and right after hydration is kept", async () => {
  const draft = createDraftStore();
  await userEvent.fill(field("company"), "Eng");
  await start(draft);
  await userEvent.type(field("company"), "ine");
  await expect.element(field("company")).toHaveValue("Engine");
});

test("a form that an extension has changed is rendered again, with what was typed", async () => {
  const warned = vi.spyOn(console, "warn").mockReturnValue();
  const draft = createDraftStore();
  await userEvent.fill(field("company"), "Engines");
  await userEvent.click(page.getByLabelText("ALOHA", { exact: true }).first());
  const before = document.querySelector("form");
  before?.querySelector("label")?.replaceWith(document.createElement("extension-label"));
  await start(draft);
  expect(before?.isConnected).toBe(false);
  await expect.element(field("company")).toHaveValue("Engines");
  await expect.element(page.getByLabelText("ALOHA", { exact: true }).first()).toBeChecked();
  expect(warned).toHaveBeenCalled();
});
