import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { render } from "vitest-browser-react";
import { page, userEvent } from "vitest/browser";

import {
  emptyDraft,
  FIELDS,
  HARDWARE_OPTIONS,
  LABELS,
  REQUIRED_FIELDS,
  TEXT_LIMITS,
  type Field,
} from "../../domain/data-requirement.ts";
import { describeProblem } from "../../domain/texts/messages.ts";
import { labelOf } from "../../test-support/label-of.ts";
import { ADA } from "../../test-support/valid-requirement.ts";
import { Toaster } from "../ui/toasts/Toaster.tsx";
import { RequestDialog } from "./RequestDialog.tsx";
import { RequestForm } from "./RequestForm.tsx";
import { RequestLikeThis } from "./RequestLikeThis.tsx";
import { setSubmitState, updateDraft } from "./submission/form-state.ts";

const ALL_BUT_NAME = REQUIRED_FIELDS.filter((field) => field !== "full_name");

beforeEach(() => {
  setSubmitState("inline", { kind: "idle" });
  updateDraft(emptyDraft());
});
afterEach(() => {
  vi.unstubAllGlobals();
  sessionStorage.clear();
});

const control = (name: string) =>
  document.querySelector<HTMLInputElement>(`form [name="${name}"]`) as HTMLInputElement;
const askFor = (field: string) => describeProblem({ field: field as Field, kind: "missing" });
const renderBoth = () =>
  render(
    <>
      <RequestForm id="inline" />
      <RequestForm id="dialog" />
    </>,
  );
const send = () => page.getByRole("button", { name: "Submit request" }).first().click();

const created = (row: object) => Response.json([row], { status: 201 });
const CREATED = {
  id: "01a2b3c4-0000-7000-8000-0000deadbeef",
  created_at: "2026-11-25T06:00:00Z",
};
const holdResponse = () => {
  let release = () => {};
  const response = new Promise<Response>((resolve) => {
    release = () => resolve(created(CREATED));
  });
  vi.stubGlobal("fetch", () => response);
  return release;
};
const confirmations = () => page.getByText("Request received", { exact: true }).elements();

describe("the form's contract", () => {
  test("has a control for each field, named like the field", async () => {
    await render(<RequestForm id="inline" />);
    const names = new Set(
      [...document.querySelectorAll<HTMLInputElement>("form [name]")].map(({ name }) => name),
    );
    expect([...names].toSorted()).toEqual([...FIELDS, "leave_empty"].toSorted());
  });

  test("offers the hardware options in order, and textareas of 3 and 2 rows", async () => {
    await render(<RequestForm id="inline" />);
    const boxes = document.querySelectorAll<HTMLInputElement>("[name=hardware_setup]");
    expect([...boxes].map(({ value }) => value)).toEqual([...HARDWARE_OPTIONS]);
    const rows = [...document.querySelectorAll("textarea")].map((area) => [area.name, area.rows]);
    expect(Object.fromEntries(rows)).toMatchObject({
      data_type: 3,
      data_amount: 3,
      timeline: 2,
      additional_hardware: 3,
    });
  });

  test("supports autofill", async () => {
    await render(<RequestForm id="inline" />);
    const tokens = ["full_name", "email", "phone", "company", "role_title"].map(
      (name) => control(name).autocomplete,
    );
    expect(tokens).toEqual(["name", "email", "tel", "organization", "organization-title"]);
  });
});

test("choosing Other asks which hardware it is, and focus stays", async () => {
  await render(<RequestForm id="inline" />);
  const other = page.getByRole("checkbox", { name: "Other (please specify)" });
  await expect.element(control("additional_hardware")).not.toHaveAccessibleDescription(/Other/);
  await other.click();
  await expect.element(control("additional_hardware")).toHaveAccessibleDescription(/Other/);
  expect(document.activeElement).toBe(other.element());
});

describe("a form that cannot be sent as it is", () => {
  test("is not sent, and shows an error at each invalid field", async () => {
    const fetched = vi.fn<typeof fetch>();
    vi.stubGlobal("fetch", fetched);
    await render(<RequestForm id="inline" />);
    updateDraft({ full_name: "Ada", company: "  " });
    await send();
    expect(fetched).not.toHaveBeenCalled();
    const invalid = document.querySelectorAll<HTMLInputElement>("[aria-invalid=true]");
    expect([...invalid].map(({ name }) => name)).toEqual(ALL_BUT_NAME);
    for (const input of invalid) {
      const message = document.getElementById(input.getAttribute("aria-describedby") ?? "");
      expect(message?.textContent).toBe(askFor(input.name));
    }
  });

  test("focuses the only invalid field", async () => {
    await render(<RequestForm id="inline" />);
    updateDraft({ ...ADA, company: " " });
    await send();
    await expect.poll(() => document.activeElement).toBe(control("company"));
  });

  test("lists several invalid fields, with a link to each", async () => {
    await render(<RequestForm id="inline" />);
    updateDraft({ full_name: "Ada" });
    await send();
    const summary = page.getByRole("group", { name: `Check ${ALL_BUT_NAME.length} fields` });
    await expect.poll(() => document.activeElement).toBe(summary.element());
    await summary.getByRole("link", { name: askFor("company") }).click();
    expect(document.activeElement).toBe(control("company"));
  });

  test("says at a field what is wrong with it now", async () => {
    await render(<RequestForm id="inline" />);
    updateDraft({ ...ADA, email: "" });
    await send();
    await userEvent.type(control("email"), "ada.example.org");
    await expect.element(page.getByText("Enter an email like name@lab.org")).toBeVisible();
  });

  test("marks each field and the title until they are corrected", async () => {
    document.title = "Page";
    await render(<RequestForm id="inline" />);
    updateDraft({ ...ADA, full_name: "", company: "" });
    await send();
    await userEvent.type(control("full_name"), "1");
    expect(control("full_name").getAttribute("aria-invalid")).toBeNull();
    expect(control("company").getAttribute("aria-invalid")).toBe("true");
    expect(document.title).toBe("Error: Page");
    await userEvent.type(control("company"), "1");
    await expect.poll(() => document.title).toBe("Page");
  });

  test("takes back the toast when all of them are corrected", async () => {
    await render(
      <>
        <RequestForm id="inline" />
        <Toaster />
      </>,
    );
    await send();
    const message = page.getByText("Please fill in all required fields");
    await expect.element(message).toBeVisible();
    const { company, ...others } = ADA;
    updateDraft(others);
    await expect.element(message).toBeVisible();
    updateDraft({ company });
    await expect.element(message).not.toBeInTheDocument();
  });

  test("names the field and the limit of a text that is too long", async () => {
    await render(<RequestForm id="inline" />);
    updateDraft({
      ...ADA,
      company: "x".repeat(TEXT_LIMITS.company + 1),
      data_type: "x".repeat(TEXT_LIMITS.data_type + 1),
    });
    await send();
    const summary = page.getByRole("group", { name: "Check 2 fields" });
    for (const field of ["company", "data_type"] as const) {
      const limit = TEXT_LIMITS[field].toLocaleString("en");
      const name = `${LABELS[field]} must be ${limit} characters or fewer`;
      await expect.element(summary.getByRole("link", { name })).toBeVisible();
    }
  });
});

test("a form sends how long it took to fill in, and whether a bot filled in its honeypot", async () => {
  const fetched = vi.fn<typeof fetch>(async () => created(CREATED));
  vi.stubGlobal("fetch", fetched);
  await render(<RequestForm id="inline" />);
  updateDraft(ADA);
  control("leave_empty").value = "Best Traffic";
  await send();
  await expect.poll(confirmations).toHaveLength(1);
  const headers = new Headers(fetched.mock.calls[0]?.[1]?.headers);
  expect(headers.get("form-honeypot")).toBe("filled");
  expect(Number(headers.get("form-fill-milliseconds"))).toBeGreaterThan(0);
});

describe("one draft", () => {
  test("is shown by both forms", async () => {
    await renderBoth();
    const [inline, dialog] = document.querySelectorAll<HTMLInputElement>("[name=company]");
    await userEvent.type(inline as HTMLInputElement, "Engines");
    expect(dialog?.value).toBe("Engines");
    const [box] = document.querySelectorAll<HTMLInputElement>("#dialog [value=ALOHA]");
    await userEvent.click(box as HTMLInputElement);
    const [twin] = document.querySelectorAll<HTMLInputElement>("#inline [value=ALOHA]");
    expect(twin?.checked).toBe(true);
  });

  test("cannot be changed or sent a second time while one form sends it", async () => {
    const release = holdResponse();
    await renderBoth();
    updateDraft(ADA);
    await send();
    const buttons = page.getByRole("button", { name: "Submitting..." });
    await expect.poll(() => buttons.elements()).toHaveLength(2);
    for (const button of buttons.elements()) expect(button).toBeDisabled();
    for (const field of page.getByLabelText(labelOf("company"), { exact: true }).elements()) {
      expect(field).toHaveAttribute("readonly");
    }
    release();
    await expect.poll(confirmations).toHaveLength(2);
  });
});

describe("after a request was stored", () => {
  test("both forms are empty and show its confirmation, until the next input", async () => {
    vi.stubGlobal("fetch", async () => created(CREATED));
    await renderBoth();
    updateDraft({ ...ADA, data_type: "towels", hardware_setup: ["UMI"], budget_range: "discuss" });
    await send();
    await expect.poll(confirmations).toHaveLength(2);
    await expect.element(page.getByText("deadbeef").first()).toBeVisible();
    for (const { type, value } of document.querySelectorAll<HTMLInputElement>("form [name]")) {
      if (type !== "checkbox") expect(value).toBe("");
    }
    expect(document.querySelectorAll("form input:checked")).toHaveLength(0);
    await userEvent.type(control("company"), "E");
    expect(confirmations()).toHaveLength(0);
  });

  test("the browser keeps its reference and time, and nothing of the visitor", async () => {
    vi.stubGlobal("fetch", async () => created(CREATED));
    await render(<RequestForm id="inline" />);
    updateDraft({ ...ADA, data_type: "towels" });
    await send();
    await expect.poll(confirmations).toHaveLength(1);
    expect(sessionStorage).toHaveLength(1);
    expect(JSON.parse(sessionStorage.getItem(sessionStorage.key(0) ?? "") ?? "")).toEqual({
      confirmation: { reference: "deadbeef", createdAt: CREATED.created_at },
    });
  });

  test("its confirmation has focus, also after ten clicks", async () => {
    const release = holdResponse();
    await renderBoth();
    updateDraft(ADA);
    const [button] = document.querySelectorAll<HTMLButtonElement>("[type=submit]");
    for (let click = 0; click < 5; click += 1) {
      button?.focus();
      button?.click();
    }
    (document.activeElement as HTMLElement).blur();
    release();
    await expect.poll(confirmations).toHaveLength(2);
    for (let click = 0; click < 5; click += 1) button?.click();
    expect(document.activeElement?.textContent).toContain("Request received");
    expect(document.querySelectorAll("[aria-invalid=true]")).toHaveLength(0);
  });

  test("a request for data like the example's begins the next one", async () => {
    vi.stubGlobal("fetch", async () => created(CREATED));
    await render(
      <>
        <RequestLikeThis dataType="Pick and place" />
        <RequestForm id="inline" />
        <RequestDialog>
          <RequestForm id="dialog" />
        </RequestDialog>
      </>,
    );
    updateDraft(ADA);
    await send();
    await expect.poll(confirmations).toHaveLength(2);
    await page.getByRole("button", { name: "Request data like this" }).click();
    expect(confirmations()).toHaveLength(0);
    const described = document.getElementById("dialog-data_type");
    expect(described).toHaveValue("Pick and place");
    expect(described).toHaveFocus();
    expect(control("full_name").value).toBe("");
  });

  test("a visitor who has gone on during a slow response stays there", async () => {
    const release = holdResponse();
    await render(
      <>
        <RequestForm id="inline" />
        <p style={{ height: "500vh" }}>The next section</p>
        <a href="#next">Next</a>
      </>,
    );
    updateDraft(ADA);
    await send();
    const link = page.getByRole("link", { name: "Next" });
    link.element().focus();
    const linkAt = () => Math.round(link.element().getBoundingClientRect().top);
    const before = linkAt();
    release();
    await expect.poll(confirmations).toHaveLength(1);
    await expect.element(link).toHaveFocus();
    await expect.poll(linkAt).toBe(before);
  });
});
