import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { renderToString } from "react-dom/server";

import { Island } from "./islands.tsx";
import { ISLAND } from "../request/handover.ts";
import { LABELS } from "../../domain/data-requirement.ts";

beforeEach(() => {
  document.body.innerHTML = renderToString(<Island name="inline" />);
});

afterEach(() => sessionStorage.clear());

test("an exception while rendering leaves a form with its input, and says what to do", async () => {
  const reported = vi.fn<(event: ErrorEvent) => void>((event) => event.preventDefault());
  addEventListener("error", reported);
  await userEvent.fill(page.getByLabelText("Full name"), "Ada");
  await userEvent.click(page.getByLabelText("ALOHA"));
  const { isHydrated } = await import("./hydrate.tsx");
  expect(await isHydrated(document.querySelector(`[${ISLAND}]`) as Element)).toBe(true);
  await userEvent.fill(page.getByLabelText("Timeline (optional)"), "March");

  // Make the next render fail.
  Object.defineProperty(LABELS, "company", {
    get() {
      throw new Error("no label");
    },
  });
  await userEvent.fill(page.getByLabelText("Company"), "Engines");

  const advice = page.getByText("An unexpected error occurred. Please try again.");
  await expect.element(advice).toBeVisible();
  await expect.element(page.getByLabelText("Full name")).toHaveValue("Ada");
  await expect.element(page.getByLabelText("Company")).toHaveValue("Engines");
  await expect.element(page.getByLabelText("Timeline (optional)")).toHaveValue("March");
  await expect.element(page.getByLabelText("ALOHA")).toBeChecked();
  expect(document.querySelector("form")).toHaveAttribute("method", "post");
  expect(reported.mock.calls.map(([{ message }]) => message)).toEqual([
    expect.stringContaining("no label"),
  ]);
  removeEventListener("error", reported);
});
