/** Tests requests in the database, on every engine. */
import { afterEach, beforeEach, describe, expect, test } from "vitest";

import { DAY_MS, HOUR_MS, SECOND_MS } from "../../domain/durations.ts";
import { referenceOf } from "../../domain/identifiers.ts";
import type { SpamReason } from "../../domain/spam.ts";
import { createDatabase, ENGINES, type TestDatabase } from "../../test-support/engines.ts";
import { FULL_REQUIREMENT, MINIMAL_REQUIREMENT } from "../../test-support/valid-requirement.ts";
import type { RequestFilter } from "./request-filter.ts";
import { toPatterns } from "./search.ts";
import type { RequestStore } from "./store.ts";

describe.each(ENGINES)("on %s", (engine) => {
  let data: TestDatabase;
  let store: RequestStore;
  let now: number;
  beforeEach(async () => {
    now = Date.UTC(2026, 10, 26, 12);
    data = await createDatabase(engine);
    store = data.open({ channels: ["mail"], now: () => now });
  });
  afterEach(() => data.remove());

  async function insert(changes: object = {}, spamReason: SpamReason | null = null) {
    now += 1_000;
    const row = await store.insert({ ...MINIMAL_REQUIREMENT, ...changes }, null, spamReason);
    if (!row) throw new Error("not stored");
    return row;
  }

  const list = async (filter: RequestFilter = { isSpam: false }) => {
    const { rows } = await store.list(filter, 1);
    return rows.map(({ company }) => company);
  };
  const search = async (text: string) => list({ ids: await store.search({}, toPatterns(text)) });

  const claimDue = () => store.outbox.claimAll("mail");

  describe("the list", () => {
    test("the list has waiting requests by due date, then replied ones, newest first", async () => {
      for (const company of ["replied early", "replied late"]) {
        await store.markReplied((await insert({ company })).id, "Ada");
      }
      await insert({ company: "overdue" });
      now += DAY_MS;
      await insert({ company: "due next" });
      await insert({ company: "due" });
      await insert({ company: "spam" }, "link");
      expect(await list()).toEqual(["overdue", "due next", "due", "replied late", "replied early"]);
      const waiting = await store.find({ isWaiting: true });
      expect(waiting.map(({ company }) => company)).toEqual(["overdue", "due next", "due"]);
    });

    test("the list of spam has all spam, newest first", async () => {
      await insert({ company: "honeypot" }, "honeypot");
      now += 8 * DAY_MS;
      await insert({ company: "probe" }, "probe");
      await insert({ company: "flagged" }, "flagged");
      expect(await list({ isSpam: true })).toEqual(["flagged", "probe", "honeypot"]);
    });

    test("suspected spam of this week excludes probe and flagged requests", async () => {
      await insert({ company: "last week" }, "link");
      now += 7 * DAY_MS;
      for (let count = 0; count < 6; count += 1)
        await insert({ company: `Spam ${count}` }, "honeypot");
      await insert({}, "probe");
      await insert({}, "flagged");
      const { count, newest } = await store.findSuspectedSpam();
      expect(count).toBe(6);
      expect(newest.map(({ company }) => company)).toEqual(
        [5, 4, 3, 2, 1].map((number) => `Spam ${number}`),
      );
    });

    test.each(["BYRON", "$10k–$50k", "umi, computer", "call eva", "engines ada", "reference"])(
      "a search finds each word that the desk shows, whatever the case and accents: %s",
      async (given) => {
        const { id } = await insert(FULL_REQUIREMENT);
        await store.setNote(id, { text: "Call E\u0301va on Monday", by: "Ada" }, null);
        const grace = { full_name: "Grace Hopper", email: "grace@example.org", company: "Navy" };
        // A random reference might contain "ada".
        await store.insert(
          { ...MINIMAL_REQUIREMENT, ...grace },
          "00000000-0000-4000-8000-000012345678",
          null,
        );
        const text = given === "reference" ? referenceOf(id).toUpperCase() : given;
        expect(await search(text)).toEqual([FULL_REQUIREMENT.company]);
        expect(await search("ada hopper")).toEqual([]);
      },
    );

    test.each([
      ['"cheap robots"', ["Cheap\n Ro\u0301bots now"]],
      ["“CHEAP róbots” now", ["Cheap\n Ro\u0301bots now"]],
      ['"robots cheap', ["robots, robots cheap"]],
      ["cheap robots", ["Cheap", "robots, robots cheap", "Cheap\n Ro\u0301bots now"]],
      ['3" robots', ['3" robots']],
      ["\u0301", []],
    ])("a search finds the phrase in quotes, and any other word: %s", async (text, found) => {
      for (const company of ["Cheap\n Ro\u0301bots now", "robots, robots cheap", '3" robots']) {
        await store.markReplied((await insert({ company })).id, null);
      }
      // A phrase does not continue in the next field.
      await insert({ company: "Cheap", role_title: "robots" });
      expect(await search(text)).toEqual(found);
    });

    test("a search and an email find waiting and replied requests, and spam", async () => {
      const from = (email: string, company: string) => ({ email, company });
      await insert(from("Ann@x.org", "spam"), "link");
      await store.markReplied((await insert(from("ann@X.org", "replied"))).id, null);
      await insert(from("ann@x.org", "waits"));
      await insert(from("joann@x.org", "somebody else"));
      expect(await list({ email: "ANN@x.org" })).toEqual(["waits", "replied", "spam"]);
      expect(await search("ann@x.org")).toEqual(["waits", "somebody else", "replied", "spam"]);
    });
  });

  describe("requests", () => {
    test("a request is found by its ID in upper case, too", async () => {
      const { id } = await insert();
      expect(await store.find({ id: id.toUpperCase() })).toMatchObject([{ id }]);
    });

    test("a request marked as replied twice keeps the first reply, which can be undone", async () => {
      const { id } = await insert();
      await store.markReplied(id, "Ada");
      await store.markReplied(id, "Grace");
      expect(await store.find({ id })).toMatchObject([{ replied_by: "Ada" }]);
      await store.markUnreplied(id);
      expect(await store.find({ id })).toMatchObject([{ replied_by: null, replied_at: null }]);
    });

    test("spam has no notification due until it is marked as not spam", async () => {
      const { id } = await insert({}, "link");
      expect(await claimDue()).toEqual([]);
      await store.markNotSpam(id);
      expect(await claimDue()).toEqual([id]);
      now += DAY_MS;
      await store.markSpam(id);
      expect(await claimDue()).toEqual([]);
    });

    test("an erased request's notifications are erased, too", async () => {
      const { id } = await insert();
      await store.erase({ id });
      expect(await claimDue()).toEqual([]);
    });

    test("however many requests match, exactly these are erased", async () => {
      for (let count = 0; count < 120; count += 1) await insert({ company: "old" });
      now += DAY_MS;
      await insert({ company: "new" });
      expect(await store.erase({ minAge: DAY_MS })).toBe(120);
      expect(await list()).toEqual(["new"]);
    });

    test("a probe request is spam, and replaces the previous one", async () => {
      const other = await insert({ company: "spam" }, "link");
      await insert({ company: "first" }, "probe");
      const { id } = await insert({ company: "second" }, "probe");
      expect(await store.insert(MINIMAL_REQUIREMENT, id, "probe")).toBeNull();
      expect(await list({ isSpam: true })).toEqual(["second", "spam"]);
      await store.markNotSpam(other.id);
      expect(await list()).toEqual(["spam"]);
    });
  });

  describe("notifications", () => {
    const failAgain = (id: string, attempts: number) =>
      store.outbox.recordUndelivered("mail", [id], { reason: "503", attempts });

    test("a request whose notification fails is retried after 5 seconds, doubling to an hour", async () => {
      const { id } = await insert();
      const delays = [
        [1, 5 * SECOND_MS],
        [2, 10 * SECOND_MS],
        [11, HOUR_MS],
        [32, HOUR_MS],
        [61, HOUR_MS],
        [1_100, HOUR_MS],
      ] as const;
      for (const [attempts, delay] of delays) {
        await failAgain(id, attempts);
        now += delay - 1;
        expect(await claimDue()).toEqual([]);
        now += 1;
        expect(await claimDue()).toEqual([id]);
      }
    });

    test("a request keeps its schedule while the channel delivers others", async () => {
      await failAgain((await insert()).id, 9);
      await store.outbox.recordSuccess("mail");
      expect(await claimDue()).toEqual([]);
    });

    test("when a channel works again, what waited is due, and nothing is sent twice", async () => {
      const { id } = await insert();
      await failAgain(id, 9);
      await insert({ company: "being sent" });
      await claimDue();
      await store.outbox.claimSummary("mail", "spam");
      await store.outbox.recordSummary("mail", "spam", 0);
      await store.outbox.recordFailure("mail", "503");
      await store.outbox.recordSuccess("mail");
      expect(await claimDue()).toEqual([id]);
      expect(await store.outbox.claimSummary("mail", "spam")).toBeNull();
    });

    test("after the clock was ahead, failures show, and messages do not count towards this hour", async () => {
      const { id } = await insert();
      now += DAY_MS;
      await store.outbox.recordFailure("mail", "503");
      await store.outbox.recordDelivered("mail", [id]);
      now -= DAY_MS;
      expect(await store.outbox.readState()).toBe("failing");
      expect(await store.outbox.countDelivered("mail")).toBe(0);
    });

    test("a channel that did not accept a request once has been failing since then, not since the request came", async () => {
      const { id } = await insert({}, "link");
      now += 3 * DAY_MS;
      await store.markNotSpam(id);
      await failAgain(id, 1);
      const [{ since } = { since: "" }] = await store.outbox.listFailing();
      expect(Date.parse(since)).toBe(now);
      expect(await store.outbox.readState()).toBe("ok");
      now += HOUR_MS;
      expect(await store.outbox.readState()).toBe("failing");
    });
  });
});
