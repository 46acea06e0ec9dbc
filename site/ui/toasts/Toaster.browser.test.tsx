import { beforeEach, expect, test } from "vitest";
import { render } from "vitest-browser-react";
import { page, userEvent } from "vitest/browser";

import "../../styles/main.css";
import { Toaster } from "./Toaster.tsx";
import { dismiss, showToast } from "./toasts.ts";

beforeEach(() => dismiss());

const toasts = () => page.getByRole("status").getByRole("paragraph").elements();
const toastOf = (text: string) =>
  page.getByText(text).element().closest<HTMLElement>("[role=status] > *");

test("a dismissed toast can no longer be used while it moves out, and is then gone", async () => {
  await render(<Toaster />);
  showToast("success", "It was sent.");
  await expect.poll(toasts).toHaveLength(1);
  const toast = toastOf("It was sent.");
  await page.getByRole("button", { name: "Dismiss notification" }).click();
  await expect.poll(() => toast?.inert).toBe(true);
  await expect.poll(() => toast?.isConnected).toBe(false);
});

test("dismissing a toast, by a press or a key, leaves focus where it was", async () => {
  await render(
    <>
      <a href="#elsewhere">Elsewhere</a>
      <Toaster />
    </>,
  );
  const link = page.getByRole("link", { name: "Elsewhere" });
  const button = page.getByRole("button", { name: "Dismiss notification" });
  for (const dismissByVisitor of [() => button.click(), () => userEvent.keyboard("{Tab}{Enter}")]) {
    link.element().focus();
    showToast("success", "It was sent.");
    await expect.element(button).toBeVisible();
    await dismissByVisitor();
    await expect.poll(toasts).toHaveLength(0);
    await expect.element(link).toHaveFocus();
  }
});

test("a toast that replaces another stays when that one has moved out", async () => {
  await render(<Toaster />);
  showToast("error", "It was not sent.");
  await expect.poll(toasts).toHaveLength(1);
  const first = toastOf("It was not sent.");
  showToast("success", "It was sent.");
  await expect.poll(() => first?.inert).toBe(true);
  await expect.poll(() => first?.isConnected).toBe(false);
  await expect.element(page.getByText("It was sent.")).toBeVisible();
});
