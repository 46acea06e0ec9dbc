import { expect } from "vitest";

import { INSERT_PATH } from "../../contract/routes.ts";
import { isEmail } from "../../domain/data-requirement.ts";
import { onOneLine } from "../../domain/escape-controls.ts";
import { findSpamReason } from "../../domain/spam.ts";
import { test } from "../../test-support/app.ts";
import { MINIMAL_REQUIREMENT } from "../../test-support/valid-requirement.ts";
import { writeCsv } from "../store/request-csv.ts";
import { toPatterns } from "../store/search.ts";

const JSON_TYPE = { "content-type": "application/json" };
const FORM_TYPE = { "content-type": "application/x-www-form-urlencoded" };
const OF_DOTS = JSON.stringify({ ...MINIMAL_REQUIREMENT, email: `a@${"a.".repeat(100_000)}` });

// Parsing that takes more than linear time would exceed the test's timeout.
test.for([
  ["a form of 160,000 empty fields", 400, "/request", FORM_TYPE, "+&".repeat(160_000)],
  ["a form of escapes", 422, "/request", FORM_TYPE, `email=${"%C3".repeat(100_000)}`],
  ["an email of dots", 400, INSERT_PATH, JSON_TYPE, OF_DOTS],
  ["more than 320 KiB", 413, INSERT_PATH, JSON_TYPE, " ".repeat(330_000)],
] as const)(
  "%s gets %i at once, and nothing is stored",
  async ([, status, url, headers, payload], { app, stored }) => {
    const response = await app.inject({ method: "POST", url, headers, payload });
    expect(response.statusCode).toBe(status);
    expect(await stored()).toEqual([]);
  },
);

/** Fragments that our regular expressions match. The test repeats them to expose backtracking. */
const PIECES = [
  " ",
  "\t",
  "\n",
  "\r",
  ";",
  '; "',
  "+1 ",
  "= ",
  "a@a.",
  "a-",
  "www.www.\n",
  "wwW",
  "http:",
  "e\u0301",
];
const LONG_TEXTS = PIECES.map((piece) => `a${piece.repeat(200_000 / piece.length)}!`);

test.for([
  ["checked as an email address", isEmail],
  [
    "searched for links",
    (text) => findSpamReason({ ...MINIMAL_REQUIREMENT, full_name: text }, null),
  ],
  ["put on one line", onOneLine],
  ["split into terms", toPatterns],
] as [string, (text: string) => unknown][])("a long text is %s at once", ([, read]) => {
  for (const text of LONG_TEXTS) read(text);
});

test("requests with long texts are exported at once", async ({ store }) => {
  for (const text of LONG_TEXTS) {
    await store.insert({ ...MINIMAL_REQUIREMENT, data_type: text }, crypto.randomUUID(), null);
  }
  for await (const line of writeCsv(store, { filter: {}, timeZone: "UTC" }))
    expect(line).not.toBe("");
});
