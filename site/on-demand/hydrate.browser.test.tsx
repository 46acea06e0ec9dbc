import { renderToString } from "react-dom/server";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";

import { emptyDraft, toDataRequirement, type Draft } from "../../domain/data-requirement.ts";
import type { FieldName } from "../../domain/fields.ts";
import { labelOf } from "../../test-support/label-of.ts";
import { ADA } from "../../test-support/valid-requirement.ts";
import { ISLAND, type FormId } from "../attributes.ts";
import { keepDraft } from "../request/keep-draft.ts";
import { DialogRequestForm, InlineRequestForm } from "../request/RequestForm.tsx";
import { resetState, suggest } from "../request/state/store.ts";
import { loadFromTab, POSTED, saveToTab } from "../request/state/tab-storage.ts";
import { hydrate } from "./hydrate.ts";

const FORMS = { "inline-form": InlineRequestForm, "dialog-form": DialogRequestForm };

beforeEach(() => {
  document.body.innerHTML = Object.entries(FORMS)
    .map(([id, Form]) => `<div ${ISLAND}="${id}">${renderToString(<Form />)}</div>`)
    .join("");
});

afterEach(() => {
  vi.unstubAllGlobals();
  resetState();
  sessionStorage.clear();
});

const formOf = (id: FormId) => document.getElementById(id) as HTMLFormElement;
const field = (name: FieldName, id: FormId = "inline-form") =>
  page.getByLabelText(labelOf(name), { exact: true }).nth(id === "inline-form" ? 0 : 1);

async function start(id: FormId): Promise<void> {
  hydrate(document.querySelector(`[${ISLAND}=${id}]`) as Element, FORMS[id]);
  await expect.poll(() => formOf(id).noValidate).toBe(true);
}

/** Reloads as browsers do, which restore the input in both forms. */
function restore(draft: Partial<Draft>): void {
  saveToTab({ draft });
  for (const [name, value] of Object.entries(draft)) {
    for (const id of ["inline-form", "dialog-form"] as const) {
      (formOf(id).elements.namedItem(name) as HTMLInputElement).value = String(value);
    }
  }
}

async function send(): Promise<void> {
  vi.stubGlobal("fetch", async () => Response.json([], { status: 201 }));
  await page.getByRole("button", { name: "Send request" }).first().click();
  await expect.element(page.getByRole("button", { name: "Send another request" })).toBeVisible();
}

test("a form changed by an extension is rendered again, with its input", async () => {
  const warned = vi.spyOn(console, "warn").mockReturnValue();
  keepDraft();
  await userEvent.fill(field("company"), "Engines");
  await userEvent.click(page.getByLabelText("ALOHA", { exact: true }).first());
  const before = document.querySelector("form");
  before?.querySelector("label")?.replaceWith(document.createElement("extension-label"));
  await start("inline-form");
  expect(before?.isConnected).toBe(false);
  await expect.element(field("company")).toHaveValue("Engines");
  await expect.element(page.getByLabelText("ALOHA", { exact: true }).first()).toBeChecked();
  expect(warned).toHaveBeenCalled();
});

test("after a reload, changes in one form are kept when the other hydrates", async () => {
  restore({ company: "Engines", role_title: "Head of R&D" });
  await start("inline-form");
  await userEvent.fill(field("company"), "Looms");
  await userEvent.clear(field("role_title"));
  await start("dialog-form");
  for (const id of ["inline-form", "dialog-form"] as const) {
    await expect.element(field("company", id)).toHaveValue("Looms");
    await expect.element(field("role_title", id)).toHaveValue("");
  }
});

test("after a reload and a stored request, the other form hydrates empty, and the tab stays empty", async () => {
  restore(ADA);
  await start("inline-form");
  await send();
  // Another reload would restore it.
  await expect.element(field("email", "dialog-form")).toHaveValue("");
  await start("dialog-form");
  await expect.element(field("email", "dialog-form")).toHaveValue("");
  expect(JSON.stringify(loadFromTab())).not.toContain(ADA.email);
});

test("beside a confirmation, a suggestion is kept when the other form hydrates", async () => {
  restore(ADA);
  await start("inline-form");
  await send();
  suggest({ dataType: "Reaching", note: "Filled in" });
  await start("dialog-form");
  await expect.element(field("data_type", "dialog-form")).toHaveValue("Reaching");
});

test("a suggestion made before any form hydrates keeps the input, and the key of an attempt", async () => {
  keepDraft();
  const attempt = { key: "key", requirement: toDataRequirement(emptyDraft()), mayBeStored: true };
  restore({ company: "Engines" });
  saveToTab({ ...loadFromTab(), attempt });
  await userEvent.fill(field("phone"), "1");
  suggest({ dataType: "Reaching", note: "Filled in" });
  expect(loadFromTab()).toMatchObject({
    attempt,
    draft: { company: "Engines", phone: "1", data_type: "Reaching" },
  });
});

test("after a form was posted, input entered while the page loads is kept", async () => {
  restore({ phone: ADA.phone });
  saveToTab(POSTED);
  keepDraft();
  await expect.element(field("phone")).toHaveValue("");
  await userEvent.fill(field("company"), "Engines");
  dispatchEvent(new PageTransitionEvent("pageshow"));
  await expect.element(field("company")).toHaveValue("Engines");
});
