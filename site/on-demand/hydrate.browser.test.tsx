import { renderToString } from "react-dom/server";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";

import { LABELS, type Field } from "../../domain/data-requirement.ts";
import { labelOf } from "../../test-support/label-of.ts";
import { ISLAND } from "../data-attributes.ts";
import { Island } from "../pages/Island.tsx";

beforeEach(() => {
  document.body.innerHTML = renderToString(<Island name="inline" />);
});

afterEach(() => sessionStorage.clear());

const field = (name: Field) => page.getByLabelText(labelOf(name), { exact: true });

test("an exception while rendering leaves a form with its input, and says what to do", async () => {
  const reported = vi.fn<(event: ErrorEvent) => void>((event) => event.preventDefault());
  addEventListener("error", reported);
  await userEvent.fill(field("full_name"), "Ada");
  await userEvent.click(page.getByLabelText("ALOHA", { exact: true }));
  const { isHydrated } = await import("./hydrate.tsx");
  expect(await isHydrated(document.querySelector(`[${ISLAND}]`) as Element)).toBe(true);
  await userEvent.fill(field("timeline"), "March");

  const company = field("company");
  // Make the next render fail.
  Object.defineProperty(LABELS, "company", {
    get() {
      throw new Error("no label");
    },
  });
  await userEvent.fill(company, "Engines");

  const advice = page.getByText("An unexpected error occurred. Please try again.");
  await expect.element(advice).toBeVisible();
  await expect.element(field("full_name")).toHaveValue("Ada");
  await expect.element(company).toHaveValue("Engines");
  await expect.element(field("timeline")).toHaveValue("March");
  await expect.element(page.getByLabelText("ALOHA", { exact: true })).toBeChecked();
  expect(document.querySelector("form")).toHaveAttribute("method", "post");
  expect(reported.mock.calls.map(([{ message }]) => message)).toEqual([
    expect.stringContaining("no label"),
  ]);
  removeEventListener("error", reported);
});
