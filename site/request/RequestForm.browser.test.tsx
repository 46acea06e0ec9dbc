import { renderToString } from "react-dom/server";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { cleanup, render } from "vitest-browser-react";
import { page, userEvent, type Locator } from "vitest/browser";

import {
  definitionOf,
  REQUIRED_FIELDS,
  SCHEMA,
  type FieldName,
  type RequiredField,
} from "../../domain/fields.ts";
import { describeProblem } from "../../domain/messages.ts";
import { REPLY_PROMISE } from "../../domain/reply-promise.ts";
import { labelOf } from "../../test-support/label-of.ts";
import { ADA } from "../../test-support/valid-requirement.ts";

import "../styles/main.css";
import { Toaster } from "../ui/toasts/Toaster.tsx";
import { RequestDialog } from "./RequestDialog.tsx";
import { DialogRequestForm, InlineRequestForm } from "./RequestForm.tsx";
import { resetState, suggest } from "./state/store.ts";

const ALL_BUT_NAME = REQUIRED_FIELDS.filter((field) => field !== "full_name");

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  resetState();
  sessionStorage.clear();
  document.documentElement.style.overflowAnchor = "";
  document.querySelector("body > [data-toaster]")?.remove();
});

/** The inline form is rendered before the one in the dialog. */
const control = (field: FieldName, form: "inline" | "dialog" = "inline") =>
  page.getByLabelText(labelOf(field), { exact: true }).nth(form === "inline" ? 0 : 1);
const type = async (values: Partial<Record<FieldName, string>>) => {
  for (const [field, value] of Object.entries(values) as [FieldName, string][]) {
    if (definitionOf(field).control === "select") await control(field).selectOptions(value);
    else await control(field).fill(value);
  }
};
const askFor = (field: string) =>
  describeProblem({ kind: "missing", field: field as RequiredField });
const renderForm = () => render(<InlineRequestForm />);
const renderBoth = () =>
  render(
    <>
      <InlineRequestForm />
      <DialogRequestForm />
    </>,
  );
const send = () => page.getByRole("button", { name: "Send request" }).first().click();

const created = (row: object) => Response.json([row], { status: 201 });
const CREATED = {
  id: "01a2b3c4-0000-7000-8000-0000deadbeef",
  reply_due: "2026-11-29T12:00:00Z",
};
const holdResponse = (answer = () => created(CREATED)) => {
  let release = () => {};
  const response = new Promise<Response>((resolve) => {
    release = () => resolve(answer());
  });
  vi.stubGlobal(
    "fetch",
    vi.fn(() => response),
  );
  return release;
};
/** Waits for a paint, because browsers anchor the scroll position before they paint. */
const nextFrame = () =>
  new Promise((resolve) => {
    requestAnimationFrame(() => requestAnimationFrame(resolve));
  });
/** Finds confirmations by their button, because the line about the last request repeats their text. */
const confirmations = () => page.getByRole("button", { name: "Send another request" }).elements();

describe("the fields", () => {
  test("the hardware options are in order, and textareas have 3 rows, the timeline 2", async () => {
    await renderForm();
    const boxes = document.querySelectorAll<HTMLInputElement>("[name=hardware_setup]");
    expect([...boxes].map(({ value }) => value)).toEqual([...SCHEMA.hardware_setup.options]);
    const rows = [...document.querySelectorAll("textarea")].map((area) => [area.name, area.rows]);
    expect(Object.fromEntries(rows)).toMatchObject({
      data_type: 3,
      data_amount: 3,
      timeline: 2,
      additional_hardware: 3,
    });
  });

  test("a browser can fill in name, address and company", async () => {
    await renderForm();
    const fields = ["full_name", "email", "phone", "company", "role_title"] as const;
    const tokens = fields.map((field) => control(field).element().getAttribute("autocomplete"));
    expect(tokens).toEqual(["name", "email", "tel", "organization", "organization-title"]);
  });
});

test("a visitor who chooses Other is asked which hardware it is, and focus stays", async () => {
  await renderForm();
  const other = page.getByRole("checkbox", { name: "Other (please specify)" });
  await expect.element(control("additional_hardware")).not.toHaveAccessibleDescription(/Other/);
  await other.click();
  await expect.element(control("additional_hardware")).toHaveAccessibleDescription(/Other/);
  expect(document.activeElement).toBe(other.element());
});

test("Other hardware is asked for only if Other is chosen in the group of that field", async () => {
  await renderForm();
  const other = page.getByRole("checkbox", { name: "Other (please specify)" });
  // Stands for a second group of checkboxes, which no field has yet.
  const another = other.element().cloneNode() as HTMLInputElement;
  another.name = "another_group";
  other.element().after(another);
  another.click();
  await expect.element(control("additional_hardware")).not.toHaveAccessibleDescription(/Other/);
});

describe("a form with problems", () => {
  test("when it is submitted, nothing is sent and each invalid field shows its error", async () => {
    const fetched = vi.fn<typeof fetch>();
    vi.stubGlobal("fetch", fetched);
    await renderForm();
    await type({ full_name: "Ada", company: "  " });
    await send();
    expect(fetched).not.toHaveBeenCalled();
    const invalid = document.querySelectorAll<HTMLInputElement>("[aria-invalid=true]");
    expect([...invalid].map(({ name }) => name)).toEqual(ALL_BUT_NAME);
    for (const input of invalid) {
      const message = document.getElementById(input.getAttribute("aria-describedby") ?? "");
      expect(message?.textContent).toBe(askFor(input.name));
    }
  });

  test("the first invalid field has focus", async () => {
    await renderForm();
    await type({ full_name: "Ada" });
    await send();
    await expect.element(control(ALL_BUT_NAME[0] as FieldName)).toHaveFocus();
  });

  test("when a field gets another problem, it shows the message of that one", async () => {
    await renderForm();
    await type({ ...ADA, email: "" });
    await send();
    await userEvent.type(control("email"), "ada.example.org");
    await expect.element(page.getByText("Enter an email like name@lab.org")).toBeVisible();
  });

  test("when a field is corrected, it alone is no longer marked", async () => {
    await renderForm();
    await type({ ...ADA, full_name: "", company: "" });
    await send();
    await userEvent.type(control("full_name"), "1");
    await expect.element(control("full_name")).not.toHaveAttribute("aria-invalid");
    await expect.element(control("company")).toHaveAttribute("aria-invalid", "true");
    await userEvent.type(control("company"), "1");
    await expect.element(control("company")).not.toHaveAttribute("aria-invalid");
  });

  test("when all fields are corrected, the toast disappears until the next submit", async () => {
    document.body.insertAdjacentHTML("beforeend", renderToString(<Toaster />));
    await renderForm();
    await send();
    const message = page.getByText("Please fill in all required fields");
    await expect.element(message).toBeVisible();
    const { company, ...others } = ADA;
    await type(others);
    await expect.element(message).toBeVisible();
    await type({ company });
    await expect.element(message).not.toBeVisible();
    await type({ company: "" });
    await expect.element(message).not.toBeVisible();
  });
});

test("values that a browser or a bot fills in without an event are sent", async () => {
  const fetched = vi.fn<typeof fetch>(async () => created(CREATED));
  vi.stubGlobal("fetch", fetched);
  await renderForm();
  await type(ADA);
  const fillIn = (name: string, value: string) => {
    document.querySelector<HTMLInputElement>(`[name=${name}]`)!.value = value;
  };
  fillIn("company", "Autofill Ltd");
  // People cannot see the honeypot.
  fillIn("leave_empty", "Best Traffic");
  await send();
  await expect.poll(confirmations).toHaveLength(1);
  const [request] = fetched.mock.calls[0] as [Request];
  expect(request.headers.get("spam-reason")).toBe("honeypot");
  expect(await request.json()).toMatchObject({ company: "Autofill Ltd" });
});

test("a request that is sent again has the same key, a corrected one has another", async () => {
  const keys: (string | null)[] = [];
  vi.stubGlobal("fetch", async ({ headers }: Request) => {
    keys.push(headers.get("idempotency-key"));
    return Response.json({}, { status: 400 });
  });
  await renderForm();
  await type(ADA);
  for (const company of ["Engines", "Engines", "Engines Ltd"]) {
    await type({ company });
    const before = keys.length;
    await send();
    await expect.poll(() => keys.length).toBe(before + 1);
    await expect.element(page.getByRole("button", { name: "Send request" })).toBeEnabled();
  }
  expect(keys[1]).toBe(keys[0]);
  expect(keys[2]).not.toBe(keys[0]);
});

describe("whether a request that failed may have arrived", () => {
  const rejected = (status: number, code?: string) => async () =>
    Response.json({ code }, { status });
  const cut = () => Promise.reject(new TypeError("Failed to fetch"));
  const failUnexpectedly = () => Promise.reject(new Error("broken"));
  const sendTo = async (fetched: () => Promise<Response>) => {
    vi.stubGlobal("fetch", fetched);
    await send();
  };
  const expectAdvice = (text: RegExp) => expect.element(page.getByText(text)).toBeVisible();

  beforeEach(async () => {
    vi.spyOn(console, "warn").mockReturnValue();
    await renderForm();
    await type(ADA);
  });

  test("after the connection broke, a rejected second click does not say that nothing was sent", async () => {
    vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
    await sendTo(cut);
    await expectAdvice(/You are offline/);
    await sendTo(rejected(401));
    await expectAdvice(/our side. We cannot tell whether your request arrived/);
  });

  test("after rejections alone, it is certain that it was not sent", async () => {
    await sendTo(rejected(400, "PGRST204"));
    await expectAdvice(/This page has changed/);
    await sendTo(rejected(401));
    await expectAdvice(/Your request was not sent/);
  });

  test("an unexpected exception has its own message, and leaves it open", async () => {
    document.body.insertAdjacentHTML("beforeend", renderToString(<Toaster />));
    await sendTo(failUnexpectedly);
    await expect
      .element(page.getByText("An unexpected error occurred. Please try again."))
      .toBeVisible();
    await expectAdvice(/We cannot tell whether your request arrived/);
  });

  test("a reload while it is being sent leaves it open", async () => {
    await sendTo(() => new Promise(() => {}));
    await cleanup();
    resetState();
    await renderForm();
    await sendTo(rejected(401));
    await expectAdvice(/We cannot tell whether your request arrived/);
  });
});

test("after an exception while rendering, the form can be tried again and still has its input", async () => {
  vi.spyOn(console, "error").mockReturnValue();
  const { rerender } = await renderForm();
  await type({ full_name: "Ada" });
  vi.stubGlobal("FormData", () => {
    throw new Error("broken");
  });
  await rerender(<InlineRequestForm key="again" />);
  const advice = page.getByText("An unexpected error occurred. Please try again.");
  await expect.element(advice).toBeVisible();
  vi.unstubAllGlobals();
  await page.getByRole("button", { name: "Try again" }).click();
  await expect.element(control("full_name")).toHaveValue("Ada");
});

describe("both forms", () => {
  test("input in one form appears in the other", async () => {
    await renderBoth();
    await userEvent.type(control("company"), "Engines");
    await expect.element(control("company", "dialog")).toHaveValue("Engines");
    const [inline, dialog] = [0, 1].map((form) =>
      page.getByRole("checkbox", { name: "ALOHA" }).nth(form),
    ) as [Locator, Locator];
    await dialog.click();
    await expect.element(inline).toBeChecked();
    await inline.click();
    await expect.element(dialog).not.toBeChecked();
  });

  test("while one form is being sent, neither can be changed or sent again", async () => {
    const release = holdResponse();
    await renderBoth();
    await type(ADA);
    await send();
    const buttons = page.getByRole("button", { name: "Submitting..." });
    await expect.poll(() => buttons.elements()).toHaveLength(2);
    for (const button of buttons.elements()) expect(button).toBeDisabled();
    for (const form of ["inline", "dialog"] as const) {
      await expect.element(control("company", form)).toBeDisabled();
    }
    release();
    await expect.poll(confirmations).toHaveLength(1);
  });
});

describe("a visitor who reads on below the form while a request is sent", () => {
  const stored = () => created(CREATED);
  const rejected = () => Response.json({}, { status: 400 });

  test.each([
    ["stored", "auto", stored, "Send another request"],
    // Behaves like Safari, which has no scroll anchoring.
    ["stored", "none", stored, "Send another request"],
    ["not stored", "auto", rejected, "Send request"],
  ])("stays there once it is %s, with overflow-anchor: %s", async (_, anchor, answer, shows) => {
    document.documentElement.style.overflowAnchor = anchor;
    const release = holdResponse(answer);
    await render(
      <>
        <InlineRequestForm />
        <p style={{ height: "500vh" }}>The next section</p>
      </>,
    );
    await type(ADA);
    await send();
    const text = page.getByText("The next section").element();
    text.scrollIntoView({ behavior: "instant" });
    scrollBy({ top: 200, behavior: "instant" });
    await nextFrame();
    const { top } = text.getBoundingClientRect();
    release();
    await expect.element(page.getByRole("button", { name: shows })).toBeInTheDocument();
    await nextFrame();
    expect(text.getBoundingClientRect().top).toBeCloseTo(top, 0);
  });
});

describe("after a request was stored", () => {
  test("its form shows the confirmation, and both forms are empty", async () => {
    vi.stubGlobal("fetch", async () => created(CREATED));
    await renderBoth();
    await type({ ...ADA, data_type: "towels", budget_range: "discuss" });
    await page.getByRole("checkbox", { name: "ALOHA" }).first().click();
    await send();
    await expect.poll(confirmations).toHaveLength(1);
    await expect.element(page.getByText("deadbeef").first()).toBeVisible();
    await expect.element(control("full_name")).not.toBeVisible();
    await expect.element(control("full_name", "dialog")).toBeVisible();
    for (const { type: kind, value } of document.querySelectorAll<HTMLInputElement>(
      "form [name]",
    )) {
      if (kind !== "checkbox") expect(value).toBe("");
    }
    expect(document.querySelectorAll("form input:checked")).toHaveLength(0);
  });

  test("its reference is shown beside the next request, until that is stored", async () => {
    vi.stubGlobal("fetch", async () => created(CREATED));
    await renderForm();
    await type(ADA);
    await send();
    await page.getByRole("button", { name: "Send another request" }).click();
    await expect.element(control("full_name")).toHaveFocus();
    await expect.element(page.getByText("deadbeef")).toBeVisible();
    vi.stubGlobal("fetch", async () =>
      created({ ...CREATED, id: `${CREATED.id.slice(0, -8)}0badf00d` }),
    );
    await type(ADA);
    await send();
    await expect.poll(confirmations).toHaveLength(1);
    await page.getByRole("button", { name: "Send another request" }).click();
    await expect.element(page.getByText("0badf00d")).toBeVisible();
    await expect.element(page.getByText("deadbeef")).not.toBeInTheDocument();
  });

  test("the page names the day, in the visitor's time zone, by which the reply is due", async () => {
    const reply_due = new Date(2026, 10, 29, 23, 30).toISOString();
    vi.stubGlobal("fetch", async () => created({ ...CREATED, reply_due }));
    await renderForm();
    await type(ADA);
    await send();
    await expect.element(page.getByText(/within \d+ hours, by Sunday 29\sNovember/)).toBeVisible();
  });

  test("if the response has no row, the page promises a reply and offers nothing to copy", async () => {
    vi.stubGlobal("fetch", async () => Response.json({}, { status: 201 }));
    await renderForm();
    await type(ADA);
    await send();
    await expect.element(page.getByText(REPLY_PROMISE, { exact: true })).toBeVisible();
    await expect.element(page.getByRole("button", { name: "Copy" })).not.toBeInTheDocument();
  });

  test("the browser keeps its reference and time, and nothing of the visitor", async () => {
    vi.stubGlobal("fetch", async () => created(CREATED));
    await renderForm();
    await type({ ...ADA, data_type: "towels" });
    await send();
    await expect.poll(confirmations).toHaveLength(1);
    const kept = Object.values(sessionStorage).join();
    expect(kept).toContain("deadbeef");
    for (const value of [...Object.values(ADA), "towels"]) {
      expect(kept).not.toContain(JSON.stringify(value));
    }
  });

  test("ten clicks have sent it once, and its confirmation has focus", async () => {
    const release = holdResponse();
    await renderBoth();
    await type(ADA);
    const [button] = document.querySelectorAll<HTMLButtonElement>("[type=submit]");
    for (let click = 0; click < 10; click += 1) button?.click();
    release();
    await expect.poll(confirmations).toHaveLength(1);
    expect(fetch).toHaveBeenCalledOnce();
    expect(document.activeElement?.closest("form")?.id).toBe("inline-form");
    expect(document.activeElement?.textContent).toContain("Request sent");
  });

  test("a visitor who has gone on to a link during a slow response keeps its focus", async () => {
    const release = holdResponse();
    await render(
      <>
        <InlineRequestForm />
        <a href="#next">Next</a>
      </>,
    );
    await type(ADA);
    await send();
    const link = page.getByRole("link", { name: "Next" });
    link.element().focus();
    release();
    await expect.poll(confirmations).toHaveLength(1);
    await expect.element(link).toHaveFocus();
  });
});

test("a suggested data type is filled in with its note, unless the visitor has typed one", async () => {
  await render(
    <>
      <InlineRequestForm />
      <RequestDialog>
        <DialogRequestForm />
      </RequestDialog>
    </>,
  );
  const note = page.getByText("Filled in from your recording");
  suggestAndOpen("Pick and place");
  await expect.element(control("data_type", "dialog")).toHaveValue("Pick and place");
  await expect.element(note).toBeVisible();
  await userEvent.keyboard("{Escape}");
  suggestAndOpen("Picking up");
  await expect.element(control("data_type")).toHaveValue("Picking up");
  await userEvent.keyboard("{Escape}");
  await type({ data_type: "Picking up towels" });
  suggestAndOpen("Reaching");
  await expect.element(control("data_type")).toHaveValue("Picking up towels");
  await expect.element(note).not.toBeInTheDocument();
});

function suggestAndOpen(dataType: string): void {
  suggest({ dataType, note: "Filled in from your recording" });
  document.querySelector("dialog")?.showModal();
}
