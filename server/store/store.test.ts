import { copyFileSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";

import { afterEach, beforeEach, describe, expect, test } from "vitest";

import { DAY_MS, MINUTE_MS } from "../../domain/durations.ts";
import { REQUIRED_FIELDS } from "../../domain/fields.ts";
import { referenceOf } from "../../domain/identifiers.ts";
import { detailsOf } from "../../domain/requirement-text.ts";
import type { SpamReason } from "../../domain/spam.ts";
import { createDataFolder } from "../../test-support/data-folder.ts";
import { FULL_REQUIREMENT, MINIMAL_REQUIREMENT } from "../../test-support/valid-requirement.ts";
import { Database } from "./database.ts";
import type { RequestFilter } from "./request-filter.ts";
import { wordsOf } from "./search.ts";
import type { RequestStore } from "./store.ts";

let data: ReturnType<typeof createDataFolder>;
let store: RequestStore;
let now: number;
beforeEach(() => {
  now = Date.UTC(2026, 10, 26, 12);
  data = createDataFolder();
  store = data.open({ channels: ["mail"], now: () => now });
});
afterEach(() => data.remove());

function insert(changes: object = {}, spamReason: SpamReason | null = null) {
  now += 1_000;
  const row = store.insert({ ...MINIMAL_REQUIREMENT, ...changes }, null, spamReason);
  if (!row) throw new Error("not stored");
  return row;
}

const list = async (filter: RequestFilter = { isSpam: false }, text = "") => {
  const { rows } = await store.list(filter, wordsOf(text), 1);
  return rows.map(({ company }) => company);
};
const search = (text: string) => list({}, text);

const takeDue = () => store.outbox.claimAll("mail");

const unavailable = (sentence: RegExp) =>
  expect.objectContaining({
    name: "StoreUnavailable",
    message: expect.stringMatching(sentence) as string,
  }) as Error;

test("an insert is durable when it returns", () => {
  const database = new Database(data.file, "server");
  // Checks only that the setting is 2, which means `full`, because a test cannot cut the power.
  expect(database.query("pragma synchronous")).toEqual([{ synchronous: 2 }]);
  database.close();
});

describe("the list", () => {
  test("the list has waiting requests by due date, then replied ones, newest first", async () => {
    for (const company of ["replied early", "replied late"]) {
      store.markReplied(insert({ company }).id, "Ada");
    }
    insert({ company: "overdue" });
    now += DAY_MS;
    insert({ company: "due next" });
    insert({ company: "due" });
    insert({ company: "spam" }, "link");
    expect(await list()).toEqual(["overdue", "due next", "due", "replied late", "replied early"]);
    const waiting = store.find({ isWaiting: true });
    expect(waiting.map(({ company }) => company)).toEqual(["overdue", "due next", "due"]);
  });

  test("the list of spam has all spam, newest first", async () => {
    insert({ company: "honeypot" }, "honeypot");
    now += 8 * DAY_MS;
    insert({ company: "probe" }, "probe");
    insert({ company: "flagged" }, "flagged");
    expect(await list({ isSpam: true })).toEqual(["flagged", "probe", "honeypot"]);
  });

  test("suspected spam of this week excludes probe and flagged requests", () => {
    insert({ company: "last week" }, "link");
    now += 7 * DAY_MS;
    for (let count = 0; count < 6; count += 1) insert({ company: `Spam ${count}` }, "honeypot");
    insert({}, "probe");
    insert({}, "flagged");
    const { count, newest } = store.suspectedSpam();
    expect(count).toBe(6);
    expect(newest.map(({ company }) => company)).toEqual(
      [5, 4, 3, 2, 1].map((number) => `Spam ${number}`),
    );
  });

  test.each(["BYRON", "$10k–$50k", "umi, computer", "call eva", "engines ada", "reference"])(
    "a search finds each word that the desk shows, whatever the case and accents: %s",
    async (given) => {
      const { id } = insert(FULL_REQUIREMENT);
      store.setNote(id, { text: "Call E\u0301va on Monday", by: "Ada" }, null);
      insert({ full_name: "Grace Hopper", email: "grace@example.org", company: "Navy" });
      const text = given === "reference" ? referenceOf(id).toUpperCase() : given;
      expect(await search(text)).toEqual([FULL_REQUIREMENT.company]);
      expect(await search("ada hopper")).toEqual([]);
    },
  );

  test("a search and an email find waiting and replied requests, and spam", async () => {
    const from = (email: string, company: string) => ({ email, company });
    insert(from("Ann@x.org", "spam"), "link");
    store.markReplied(insert(from("ann@X.org", "replied")).id, null);
    insert(from("ann@x.org", "waits"));
    insert(from("joann@x.org", "somebody else"));
    expect(await list({ email: "ANN@x.org" })).toEqual(["waits", "replied", "spam"]);
    expect(await search("ann@x.org")).toEqual(["waits", "somebody else", "replied", "spam"]);
  });

  test("during a search or export of many requests, a visitor's is stored", async () => {
    for (let count = 0; count < 250; count += 1) insert({ company: "old" });
    const order: string[] = [];
    const searched = search("old").then(() => order.push("searched"));
    const exported = (async () => {
      for await (const { company } of store.read()) expect(company).toBeTruthy();
      order.push("exported");
    })();
    setImmediate(() => {
      insert({ company: "visitor" });
      order.push("stored");
    });
    await Promise.all([searched, exported]);
    expect(order[0]).toBe("stored");
  });
});

describe("requests", () => {
  test("a request marked as replied twice keeps the first reply, which can be undone", () => {
    const { id } = insert();
    store.markReplied(id, "Ada");
    store.markReplied(id, "Grace");
    expect(store.find({ id })).toMatchObject([{ replied_by: "Ada" }]);
    store.markUnreplied(id);
    expect(store.find({ id })).toMatchObject([{ replied_by: null, replied_at: null }]);
  });

  test("spam has no notification due until it is marked as not spam", () => {
    const { id } = insert({}, "link");
    expect(takeDue()).toEqual([]);
    store.markNotSpam(id);
    expect(takeDue()).toEqual([id]);
    now += DAY_MS;
    store.markSpam(id);
    expect(takeDue()).toEqual([]);
  });

  test.each([
    ["erased", (id: string) => store.erase(id)],
    [
      "erased with others",
      async () => store.eraseMatches(await store.findMatches({ isSpam: false })),
    ],
  ] as [string, (id: string) => void | Promise<number>][])(
    "a request that was %s leaves nothing in the files, and its notifications are erased, too",
    async (_how, erase) => {
      const { id } = insert({ company: "Forget Me Ltd" });
      await erase(id);
      expect(takeDue()).toEqual([]);
      const bytes = [data.file, `${data.file}-wal`].map((file) => readFileSync(file, "latin1"));
      expect(bytes.join("")).not.toContain("Forget Me Ltd");
    },
  );

  test("erasing matches skips requests that were changed or replaced since they were found", async () => {
    for (let count = 0; count < 120; count += 1) insert({ company: "casino" }, "honeypot");
    const genuine = insert({ company: "not spam" }, "link");
    const noted = insert({ company: "noted" }, "link");
    const replied = insert({ company: "replied" }, "link");
    const matches = await store.findMatches({ isSpam: true }, []);
    const oldest = matches.at(-1)?.id ?? "";
    const erasing = store.eraseMatches(matches);
    store.markNotSpam(genuine.id);
    store.setNote(noted.id, { text: "Call", by: null }, null);
    store.markReplied(replied.id, null);
    // A visitor may reuse an erased request's key.
    store.erase(oldest);
    now += 1;
    store.insert({ ...MINIMAL_REQUIREMENT, company: "same key" }, oldest, "honeypot");
    expect(await erasing).toBe(119);
    expect(
      store
        .find({})
        .map(({ company }) => company)
        .toSorted(),
    ).toEqual(["noted", "not spam", "replied", "same key"].toSorted());
  });

  test("a probe request is spam, and replaces the previous one", async () => {
    const other = insert({ company: "spam" }, "link");
    insert({ company: "first" }, "probe");
    const { id } = insert({ company: "second" }, "probe");
    expect(store.insert(MINIMAL_REQUIREMENT, id, "probe")).toBeNull();
    expect(await list({ isSpam: true })).toEqual(["second", "spam"]);
    store.markNotSpam(other.id);
    expect(await list()).toEqual(["spam"]);
  });
});

describe("the database file", () => {
  test.each([
    ["deleted", () => rmSync(data.file)],
    ["left without its WAL", () => rmSync(`${data.file}-wal`)],
    [
      "replaced",
      () => {
        writeFileSync(`${data.file}.new`, readFileSync(data.file));
        renameSync(`${data.file}.new`, data.file);
      },
    ],
  ])(
    "if the server's open file is %s, no insert and no erasure reports success",
    (_how, change) => {
      const { id } = insert();
      change();
      const sentence = unavailable(/was deleted or replaced .*stop the server, restore a backup/);
      expect(() => insert()).toThrow(sentence);
      expect(() => store.erase(id)).toThrow(sentence);
      expect(() => store.check()).toThrow(sentence);
    },
  );

  test("a file that was replaced by a backup has its requests after the next start", async () => {
    insert({ company: "before" });
    copyFileSync(data.file, `${data.file}.backup`);
    insert({ company: "after" });
    rmSync(data.file);
    renameSync(`${data.file}.backup`, data.file);
    expect(() => insert()).toThrow();
    store.close();
    insert({ company: "restored" });
    expect(await list()).toContain("restored");
  });

  test("a file that another program locks can be used after its lock ends", () => {
    insert();
    const other = new DatabaseSync(data.file);
    other.exec("begin immediate");
    expect(() => insert()).toThrow(unavailable(/another program has locked it/));
    other.exec("rollback");
    insert();
    other.close();
  });

  function alterFile(sql: string): void {
    store.check();
    store.close();
    const other = new DatabaseSync(data.file);
    other.exec(sql);
    other.close();
  }

  test("a file from before a field existed is used by the server, and by the command after that", () => {
    insert({ company: "before" });
    alterFile("alter table data_requirements drop column timeline");
    const command = data.open({ user: "command" });
    expect(() => command.count({})).toThrow(unavailable(/lacks the column timeline: start the/));
    insert({ company: "after", timeline: "soon" });
    expect(command.count({})).toBe(2);
    expect(store.find({})).toMatchObject([
      { company: "before", timeline: null },
      { company: "after", timeline: "soon" },
    ]);
  });

  test("a field that became required is empty in earlier requests that lack it", () => {
    insert();
    alterFile("update data_requirements set company = null");
    const found = store.find({});
    expect(found).toMatchObject([{ company: "" }]);
    expect(found.flatMap(detailsOf)).toHaveLength(REQUIRED_FIELDS.length - 1);
  });

  test("a field that became a list shows its earlier text as the only entry", () => {
    insert();
    alterFile("update data_requirements set hardware_setup = 'two arms'");
    expect(store.find({})).toMatchObject([{ hardware_setup: ["two arms"] }]);
  });

  test("a file is left alone if another version needs a value that this one does not know", () => {
    alterFile(`alter table data_requirements add column later text not null default 'x';
      create table copy (id text primary key not null, email text, later text not null) strict;
      drop table data_requirements; alter table copy rename to data_requirements`);
    expect(() => store.check()).toThrow(unavailable(/needs a value for the column later/));
  });

  test("a file from before notifications had these tables keeps its requests, notifications and failures", () => {
    const first = new URL("migrations/20261127120000_requirements.sql", import.meta.url);
    const older = new DatabaseSync(data.file);
    older.exec(readFileSync(first, "utf8"));
    older.exec(`
      create table applied_migrations (name text primary key) strict;
      insert into applied_migrations values ('20261127120000_requirements.sql');
      insert into data_requirements (id, created_at, reply_due, spam_reason, email) values
        ('waits', '2026-11-26T08:00:00.000+00:00', '2026-11-27T08:00:00.000+00:00', null, 'ada@example.org'),
        ('spam', '2026-11-26T08:00:00.000+00:00', '2026-11-27T08:00:00.000+00:00', 'link', 'eve@example.org');
      insert into notifications values
        ('waits', 'mail', '2026-11-26T08:00:00.000+00:00', 3, '2026-11-26T08:00:00.000+00:00', null, '535', 0),
        ('spam', 'mail', '2026-11-26T08:00:00.000+00:00', 0, '2026-11-26T08:00:00.000+00:00', null, null, 1);
      insert into failing_channels values ('mail', '2026-11-26T09:00:00.000+00:00', '535');`);
    older.close();
    expect(store.find({ isWaiting: true })).toMatchObject([{ id: "waits" }]);
    expect(store.outbox.listFailing()).toMatchObject([{ request: "waits", reason: "535" }]);
    expect(store.outbox.findUncountedSpam("mail")).toEqual(["spam"]);
    const { id } = insert();
    expect(takeDue().toSorted()).toEqual([id, "waits"].toSorted());
    store.markNotSpam("spam");
    expect(takeDue()).toContain("spam");
  });

  test("the command never migrates a file", () => {
    const database = new DatabaseSync(data.file);
    database.exec("create table applied_migrations (name text primary key) strict");
    database.close();
    const command = data.open({ user: "command" });
    expect(() => command.count({})).toThrow(
      unavailable(/lacks the migration .*: start the server/),
    );
  });

  test("a file with a migration that the server does not have is left alone", () => {
    store.check();
    store.close();
    const database = new DatabaseSync(data.file);
    database.exec("insert into applied_migrations values ('20990101000000_later.sql')");
    database.close();
    expect(() => store.check()).toThrow(
      unavailable(/has the migration .*, which this version does not have/),
    );
  });
});

test("health fails for five minutes after an insert that has failed", () => {
  insert();
  const other = new DatabaseSync(data.file);
  other.exec("begin immediate");
  expect(() => insert()).toThrow();
  other.exec("rollback");
  other.close();
  expect(() => store.check()).toThrow(unavailable(/could not be stored/));
  now += 5 * MINUTE_MS + 1;
  store.check();
});
