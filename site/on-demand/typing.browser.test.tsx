import { renderToString } from "react-dom/server";
import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";

import { labelOf } from "../../test-support/label-of.ts";
import { ISLAND } from "../data-attributes.ts";
import { Island } from "../pages/Island.tsx";

test("keys right after hydration are kept, and what was typed before them", async () => {
  document.body.innerHTML = renderToString(<Island name="inline" />);
  const company = page.getByLabelText(labelOf("company"), { exact: true });
  await userEvent.fill(company, "Eng");
  const { isHydrated } = await import("./hydrate.tsx");
  await isHydrated(document.querySelector(`[${ISLAND}]`) as Element);
  // In the task of hydration: React runs its effects in a later one.
  for (const key of ["i", "n", "e"]) press(company.element() as HTMLInputElement, key);
  await expect.element(company).toHaveValue("Engine");
});

/** Like a key press, changes the value without React's knowledge before the event is sent. */
function press(input: HTMLInputElement, key: string): void {
  const property = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value");
  property?.set?.call(input, input.value + key);
  input.dispatchEvent(new InputEvent("input", { bubbles: true }));
}
