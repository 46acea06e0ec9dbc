import { renderToString } from "react-dom/server";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";

import type { FieldName } from "../../domain/fields.ts";
import { labelOf } from "../../test-support/label-of.ts";
import { ISLAND } from "../attributes.ts";
import { isHydrated } from "../request/form/is-hydrated.ts";
import { keepDraft } from "../request/keep-draft.ts";
import { InlineRequestForm } from "../request/RequestForm.tsx";
import { resetState } from "../request/state/store.ts";
import { hydrate } from "./hydrate.ts";

beforeEach(() => {
  document.body.innerHTML = `<div ${ISLAND}="inline-form">${renderToString(<InlineRequestForm />)}</div>`;
});

afterEach(() => {
  resetState();
  sessionStorage.clear();
});

const field = (name: FieldName) => page.getByLabelText(labelOf(name), { exact: true }).first();
const start = () => hydrate(document.querySelector(`[${ISLAND}]`) as Element, InlineRequestForm);
const isLive = () => isHydrated(document.querySelector("form") as HTMLFormElement);

test("a form changed by an extension is rendered again, with its input", async () => {
  const warned = vi.spyOn(console, "warn").mockReturnValue();
  keepDraft();
  await userEvent.fill(field("company"), "Engines");
  await userEvent.click(page.getByLabelText("ALOHA", { exact: true }).first());
  const before = document.querySelector("form");
  before?.querySelector("label")?.replaceWith(document.createElement("extension-label"));
  start();
  await expect.poll(isLive).toBe(true);
  expect(before?.isConnected).toBe(false);
  await expect.element(field("company")).toHaveValue("Engines");
  await expect.element(page.getByLabelText("ALOHA", { exact: true }).first()).toBeChecked();
  expect(warned).toHaveBeenCalled();
});
