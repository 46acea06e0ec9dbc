/** Screens of our server for `npm run screenshots`: the desk, and responses to a form posted without JavaScript. */
import type { Page } from "@playwright/test";

import { DESK_FIELD } from "../../contract/desk-form.ts";
import { databaseFile } from "../../server/config.ts";
import { RequestStore } from "../../server/store/store.ts";
import { FULL_REQUIREMENT, MINIMAL_REQUIREMENT } from "../valid-requirement.ts";
import type { State } from "./states.ts";
import { fillAndSubmitNatively, hardware } from "./visitor.ts";

export const PASSWORD = "a long password";

/** Fixed times and IDs, because screenshots are compared across runs. */
const MONDAY = Date.parse("2026-01-05T09:30:00Z");
const FAR_FUTURE = Date.parse("2099-01-05T09:30:00Z");
const idOf = (number: number) => `01900000-0000-7000-8000-00000000000${number}`;

export async function fillDesk(dataFolder: string): Promise<void> {
  let now = MONDAY;
  const store = new RequestStore(databaseFile(dataFolder), { now: () => now });
  const from = (company: string) => ({ ...FULL_REQUIREMENT, company });
  await store.insert(from("Overdue Arms"), idOf(1), null);
  await store.setNote(idOf(1), { text: "Call on Tuesday,\nask for Ada", by: "Ben" }, null);
  await store.insert(
    from("A very long name of an institute for the manipulation of things"),
    idOf(2),
    null,
  );
  await store.insert({ ...MINIMAL_REQUIREMENT, company: "Answered Hands" }, idOf(3), null);
  await store.markReplied(idOf(3), "Ben");
  await store.insert(
    { ...MINIMAL_REQUIREMENT, full_name: "Buy at www.example.com" },
    idOf(4),
    "link",
  );
  now = FAR_FUTURE;
  await store.insert(from("Waiting Grippers"), idOf(5), null);
  await store.insert({ ...MINIMAL_REQUIREMENT, company: "Filled By A Bot" }, idOf(6), "honeypot");
  await store.close();
}

const changeAll = (page: Page, name: string) => page.getByRole("button", { name }).click();

export const DESK: State[] = [
  { name: "list", path: "/requests" },
  { name: "spam", path: "/requests?spam=1" },
  { name: "found", path: "/requests?q=hands" },
  { name: "from-email", path: "/requests?email=ada@example.org" },
  { name: "mark-all", path: "/requests?q=ada", visit: (page) => changeAll(page, "Mark all") },
  { name: "erase-all", path: "/requests?spam=1", visit: (page) => changeAll(page, "Erase all") },
  { name: "changed", path: "/requests?spam=1&done=erase-all&changed=58&left=2" },
  { name: "nothing-found", path: "/requests?q=nobody" },
  { name: "request", path: `/requests/${idOf(1)}` },
  { name: "replied", path: `/requests/${idOf(3)}` },
  { name: "spam-request", path: `/requests/${idOf(4)}` },
  {
    name: "erase",
    path: `/requests/${idOf(1)}`,
    visit: (page) => page.getByText("Erase this request").click(),
  },
  {
    name: "note-conflict",
    path: `/requests/${idOf(1)}`,
    visit: async (page) => {
      await page.locator(`[name=${DESK_FIELD.readAt}]`).evaluate((input: HTMLInputElement) => {
        input.value = "";
      });
      await page.getByRole("textbox", { name: "Note" }).fill("Written at the same time");
      await page.getByRole("button", { name: "Save note" }).click();
    },
  },
  { name: "unknown", path: "/requests/ffffffff" },
];

export const RESPONSES: State[] = [
  {
    name: "stored",
    isStatic: true,
    visit: async (page, form) => {
      await page.route("**/request", async (route) => {
        const response = await route.fetch();
        const body = (await response.text()).replace(/(?<=<strong>).*?(?=<\/strong>)/, "1a2b3c4d");
        await route.fulfill({ response, body });
      });
      await fillAndSubmitNatively(form);
      await page.waitForURL("**/request");
    },
  },
  {
    name: "invalid",
    isStatic: true,
    visit: async (page, form) => {
      await hardware(form, "UMI").check();
      await fillAndSubmitNatively(form, { ...MINIMAL_REQUIREMENT, email: "ada@engines" });
      await page.waitForURL("**/request");
    },
  },
];
