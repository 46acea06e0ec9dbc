import { expect, test } from "vitest";

import { emptyDraft } from "../../domain/data-requirement.ts";
import { contactMail } from "./contact-mail.ts";

const ADDRESS = "sales@example.com";
const DRAFT = { ...emptyDraft(), full_name: "Ada & Söhne", hardware_setup: ["UMI", "VR"] };

test("the mail has what was typed, as the form shows it", () => {
  expect(read({ ...DRAFT, timeline: "March,\nor later" })).toMatchObject({
    pathname: ADDRESS,
    body: "Full name: Ada & Söhne\r\nTimeline: March,\r\nor later\r\nHardware setup: UMI, VR",
  });
});

test("with nothing typed the mail is empty", () => {
  expect(read(emptyDraft())).toMatchObject({ pathname: ADDRESS, body: null });
});

test("a long text is cut between characters, with a note, and who wrote it is kept", () => {
  const draft = { ...DRAFT, data_type: "🤖".repeat(5_000) };
  expect(contactMail(ADDRESS, draft).length).toBeLessThanOrEqual(2_000);
  expect(read(draft).body).toMatch(
    /^Full name: Ada & Söhne\r\nData type: (🤖)+\r\n\[The rest did not fit/u,
  );
});

test("half a character, as scripts can leave it in a field, does not break the link", () => {
  expect(read({ ...DRAFT, company: "a\ud83e" }).body).toContain("Company: a\ufffd");
});

function read(draft: Parameters<typeof contactMail>[1]) {
  const { pathname, searchParams } = new URL(contactMail(ADDRESS, draft));
  return { pathname, body: searchParams.get("body") };
}
