import { expect, test } from "vitest";

import { describeState, stateOf } from "./request-state.ts";

const NOON = Date.UTC(2026, 10, 26, 12);
const WAITING = {
  reply_due: "2026-11-26T13:00:00.000+00:00",
  replied_at: null,
  replied_by: null,
  spam_reason: null,
};
const REPLIED = { ...WAITING, replied_at: "2026-11-26T11:00:00.000+00:00", replied_by: "Ada" };

test.each([
  [WAITING, "Due 2026-11-26 14:00"],
  [{ ...WAITING, reply_due: "2026-11-26T11:59:00.000+00:00" }, "Overdue since 2026-11-26 12:59"],
  [REPLIED, "Replied by Ada, 2026-11-26 12:00"],
  [{ ...REPLIED, replied_by: null }, "Replied, 2026-11-26 12:00"],
  [{ ...WAITING, spam_reason: "link" }, "Spam: its name has a link"],
  [
    { ...REPLIED, spam_reason: "by hand\u202E" },
    "Spam: by hand<U+202E>. Replied by Ada, 2026-11-26 12:00",
  ],
])("a colleague reads the state of %j as %s", (row, text) => {
  expect(describeState(stateOf(row, NOON), "Europe/Berlin")).toBe(text);
});
