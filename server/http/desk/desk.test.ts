import { rmSync } from "node:fs";
import { connect } from "node:net";
import { text } from "node:stream/consumers";

import type { FastifyInstance } from "fastify";
import { describe, expect } from "vitest";

import { LIST_ACTION, MAX_NOTE } from "../../../contract/desk-form.ts";
import type {
  ConfirmationContent,
  ListChange,
  RequestDetailsContent,
  RequestListContent,
} from "../../../contract/server-page-content.ts";
import { FIELDS } from "../../../domain/fields.ts";
import { referenceOf } from "../../../domain/identifiers.ts";
import { test as base } from "../../../test-support/app.ts";
import { ENGINES } from "../../../test-support/engines.ts";
import { FULL_REQUIREMENT, MINIMAL_REQUIREMENT } from "../../../test-support/valid-requirement.ts";
import { wire } from "../../../test-support/wire.ts";
import { toTimestamp, type RequestRow } from "../../store/rows.ts";
import type { RequestStore } from "../../store/store.ts";

const PASSWORD = "a long password";
const NOON = Date.UTC(2026, 10, 26, 12);

let now = NOON;
const test = base.extend("request", ({ store }) => {
  now = NOON;
  return insert(store, FULL_REQUIREMENT);
});
test.override({ options: { now: () => now, config: { deskPassword: PASSWORD } } });

async function insert(store: RequestStore, requirement = MINIMAL_REQUIREMENT) {
  const row = await store.insert(requirement, null, null);
  if (!row) throw new Error("not stored");
  return { ...row, url: `/requests/${row.id}` };
}

type Visit = { name?: string; password?: string; headers?: Record<string, string> };

function authorization({ name = "Ada", password = PASSWORD }: Visit) {
  return { authorization: `Basic ${Buffer.from(`${name}:${password}`).toString("base64")}` };
}

function get(app: FastifyInstance, url: string, visit: Visit = {}) {
  return app.inject({ url, headers: { ...authorization(visit), ...visit.headers } });
}

function post(app: FastifyInstance, url: string, form: object, visit: Visit = {}) {
  return app.inject({
    method: "POST",
    url,
    headers: {
      ...authorization(visit),
      "content-type": "application/x-www-form-urlencoded",
      "sec-fetch-site": "same-origin",
      ...visit.headers,
    },
    payload: new URLSearchParams(form as Record<string, string>).toString(),
  });
}

async function getList(app: FastifyInstance, url: string): Promise<RequestListContent> {
  return (await get(app, url)).json();
}

/** Clicks the button that changes all requests of a list. */
function change(
  app: FastifyInstance,
  { action, query, checksum }: ListChange,
  fields: object = {},
) {
  const form = { query, checksum, action: LIST_ACTION[action], ...fields };
  return post(app, "/requests", form);
}

function changeOf({ change: offered }: RequestListContent | ConfirmationContent): ListChange {
  if (offered === null) throw new Error("the list offers no change");
  return offered;
}

const CONFIRMED = { confirmed: "yes" };

describe("without a password in the configuration", () => {
  base("there is no desk", async ({ app }) => {
    for (const url of ["/requests", "/requests/export.csv", "/requests/0c07398f"]) {
      const response = await get(app, url);
      expect(response.statusCode).toBe(404);
      expect(response.body).toContain("Oops! Page not found");
    }
  });
});

describe("the password", () => {
  test("every page of the desk asks for the password, and no other does", async ({
    app,
    request,
  }) => {
    for (const url of ["/requests", "/requests/export.csv", request.url]) {
      const response = await app.inject(url);
      expect(response.statusCode).toBe(401);
      expect(response.headers["www-authenticate"]).toMatch(/^Basic realm/);
      expect(response.body).not.toContain(FULL_REQUIREMENT.email);
      expect(await get(app, url)).toMatchObject({ statusCode: 200 });
    }
    expect(await get(app, "/", { password: "wrong" })).toMatchObject({ statusCode: 200 });
  });

  test("an IP can guess the password ten times a minute, whatever the limit of inserts", async ({
    app,
  }) => {
    for (let turn = 0; turn < 10; turn += 1) {
      // Browsers send their first request without credentials, which does not count as a guess.
      await app.inject("/requests");
      const response = await get(app, "/requests", { password: `${PASSWORD} ${turn}` });
      expect(response.statusCode).toBe(401);
    }
    await get(app, "/requests", { password: "the eleventh" });
    const locked = await get(app, "/requests");
    expect(locked.statusCode).toBe(429);
    expect(locked.headers).not.toHaveProperty("www-authenticate");
    expect(Number(locked.headers["retry-after"])).toBeGreaterThan(0);
  });
});

test("two hundred pipelined wrong passwords block the right one after them", async ({ app }) => {
  const origin = await app.listen({ host: "127.0.0.1", port: 0 });
  const socket = connect(Number(new URL(origin).port), "127.0.0.1");
  const guesses = Array.from({ length: 200 }, (_, turn) => `wrong ${turn}`);
  const requests = [...guesses, PASSWORD].map((password) =>
    wire("GET /requests", authorization({ password })),
  );
  socket.end(requests.join(""));
  const statuses = (await text(socket)).match(/HTTP\/1\.1 \d+/g);
  expect(statuses).toHaveLength(201);
  expect(statuses).not.toContain("HTTP/1.1 200");
});

test("while the store is unavailable, the desk says to try again", async ({
  app,
  store,
  request,
}) => {
  await store.check();
  rmSync(store.name);
  const changed = await post(app, request.url, { action: "replied" });
  expect(changed.statusCode).toBe(503);
  expect(changed.json()).toMatchObject({
    advice: expect.stringMatching(/^Try again in a minute/),
  });
});

describe.each(ENGINES)("on %s", (engine) => {
  test.override({ engine });

  describe("changes", () => {
    test.for([
      [{ "sec-fetch-site": "same-origin", origin: "null" }, 303],
      [{ origin: "http://desk.example", host: "desk.example" }, 303],
      [{ "sec-fetch-site": "none" }, 403],
      [
        { "sec-fetch-site": "cross-site", origin: "http://desk.example", host: "desk.example" },
        403,
      ],
      [{ origin: "null" }, 403],
      [{}, 403],
    ] as [Record<string, string>, number][])(
      "a change from a browser that sends %j gets %i",
      async ([headers, status], { app, request, stored }) => {
        const response = await app.inject({
          method: "POST",
          url: request.url,
          headers: {
            ...authorization({}),
            "content-type": "application/x-www-form-urlencoded",
            ...headers,
          },
          payload: "action=replied",
        });
        expect(response.statusCode).toBe(status);
        expect((await stored())[0]?.replied_by).toBe(status === 303 ? "Ada" : null);
      },
    );

    test("a replied request names who replied, on one line and in at most 100 characters", async ({
      app,
      request,
      stored,
    }) => {
      await post(app, request.url, { action: "replied" }, { name: `Ada\u2028${"x".repeat(200)}` });
      expect((await stored())[0]?.replied_by).toBe(`Ada ${"x".repeat(96)}`);
      await post(app, request.url, { action: "unreplied" });
      expect(await stored()).toMatchObject([{ replied_at: null, replied_by: null }]);
    });

    test("a request flagged as spam is listed apart, until it is marked as not spam", async ({
      app,
      request,
      stored,
    }) => {
      await post(app, request.url, { action: "spam" });
      expect(await stored()).toMatchObject([{ spam_reason: "flagged" }]);
      expect((await get(app, "/requests")).json()).toMatchObject({ groups: [], spamCount: 1 });
      expect((await get(app, "/requests?spam=1")).json()).toMatchObject({
        groups: [{ entries: [{ link: request.url, state: { kind: "spam", reason: "flagged" } }] }],
      });
      const rescue = await post(app, request.url, { action: "not-spam", query: "spam=1" });
      expect(rescue).toMatchObject({ statusCode: 303, headers: { location: "/requests?spam=1" } });
      expect(await stored()).toMatchObject([{ spam_reason: null }]);
    });

    test("a note does not overwrite what somebody else has saved meanwhile", async ({
      app,
      request,
      stored,
    }) => {
      const note = { action: "note", read_at: "" };
      await post(app, request.url, { ...note, note: "Call her" });
      const conflict = await post(
        app,
        request.url,
        { ...note, note: "Mail her" },
        { name: "Grace" },
      );
      expect(conflict.statusCode).toBe(409);
      const { note: shown } = conflict.json<{ note: Record<string, string> }>();
      expect(shown).toMatchObject({ text: "Mail her", conflicting: "Call her" });
      expect(await stored()).toMatchObject([{ note: "Call her", noted_by: "Ada" }]);
      const { readAt } = shown;
      await post(app, request.url, { action: "note", note: "Mail her", read_at: readAt });
      expect(await stored()).toMatchObject([{ note: "Mail her" }]);
    });

    test.for(["2026-02-30T00:00:00.000+00:00", "0000-01-01T00:00:00.000+00:00", "\0"])(
      "a note whose form says that it was read at the impossible time %j is not saved",
      async (read_at, { app, request, stored }) => {
        const conflict = await post(app, request.url, { action: "note", note: "Call", read_at });
        expect(conflict.statusCode).toBe(409);
        expect(await stored()).toMatchObject([{ note: null }]);
      },
    );

    test("a note that is too long is not stored, and the desk says so", async ({
      app,
      request,
      stored,
    }) => {
      const long = await post(app, request.url, { action: "note", note: "x".repeat(MAX_NOTE + 1) });
      expect(long.statusCode).toBe(413);
      expect(long.json()).toMatchObject({ advice: expect.stringContaining(`${MAX_NOTE}`) });
      expect(await stored()).toMatchObject([{ note: null }]);
      const lines = "x\r\n".repeat(MAX_NOTE / 2 - 1);
      await post(app, request.url, { action: "note", note: `${lines}xy` });
      expect((await stored())[0]?.note).toHaveLength(MAX_NOTE);
    });
  });

  describe("changes of all requests in a list", () => {
    const companies = async (stored: () => Promise<RequestRow[]>, isSpam: boolean) =>
      (await stored())
        .filter(({ spam_reason }) => (spam_reason !== null) === isSpam)
        .map(({ company }) => company);

    test("all requests of a search are marked as spam, after a page that lists handled ones first", async ({
      app,
      store,
      stored,
    }) => {
      const casino = { ...MINIMAL_REQUIREMENT, company: "Casino" };
      for (let count = 0; count < 58; count += 1) await insert(store, casino);
      await store.markReplied((await insert(store, casino)).id, "Ada");
      await store.setNote((await insert(store, casino)).id, { text: "Call", by: "Ada" }, null);
      await insert(store, { ...MINIMAL_REQUIREMENT, company: "Genuine Lab" });
      const offered = changeOf(await getList(app, "/requests?q=casino&page=2"));
      expect(offered).toMatchObject({ action: "spam", count: 60 });
      const confirmation = (await change(app, offered)).json<ConfirmationContent>();
      expect(confirmation.groups).toMatchObject([
        { kind: "handled", count: 2, entries: [{}, {}] },
        { kind: "others", count: 58 },
      ]);
      expect(await companies(stored, true)).toEqual([]);
      const done = await change(app, changeOf(confirmation), CONFIRMED);
      expect(done).toMatchObject({ statusCode: 303, headers: { location: "/requests?q=casino" } });
      expect(await companies(stored, true)).toHaveLength(60);
      expect(await companies(stored, false)).toEqual(["Genuine Lab"]);
    });

    test("all spam is erased, but nothing that arrived after the first page was opened", async ({
      app,
      store,
      request,
      stored,
    }) => {
      const spam = (company: string) =>
        store.insert({ ...MINIMAL_REQUIREMENT, company }, null, "honeypot");
      for (let count = 0; count < 60; count += 1) await spam(`Spam ${count}`);
      const first = await getList(app, "/requests?spam=1");
      now += 1;
      await spam("Later");
      const second = await getList(app, first.next ?? "");
      expect(second).toMatchObject({ next: null, groups: [{ count: 60 }], spamCount: 61 });
      const confirmation = (await change(app, changeOf(second))).json<ConfirmationContent>();
      expect(confirmation.change).toMatchObject({ action: "erase", count: 60 });
      // Inserts are not blocked by the change.
      const [done] = await Promise.all([
        change(app, confirmation.change, CONFIRMED),
        insert(store, { ...MINIMAL_REQUIREMENT, company: "Meanwhile" }),
      ]);
      expect(done).toMatchObject({ statusCode: 303, headers: { location: "/requests?spam=1" } });
      expect(await companies(stored, true)).toEqual(["Later"]);
      expect(await companies(stored, false)).toContain(request.company);
    });

    test.for([{}, CONFIRMED])(
      "if one is marked as not spam and an older one as spam meanwhile, %j erases nothing",
      async (confirmed, { app, store, request, stored }) => {
        for (const company of ["Rescued", "Spam"]) {
          now += 1;
          await store.insert({ ...MINIMAL_REQUIREMENT, company }, null, "honeypot");
        }
        const offered = changeOf(await getList(app, "/requests?spam=1"));
        const rescued = (await stored()).find(({ company }) => company === "Rescued");
        await store.markNotSpam(rescued?.id ?? "");
        await store.markSpam(request.id);
        const refused = await change(app, offered, confirmed);
        expect(refused.statusCode).toBe(409);
        const current = refused.json<RequestListContent>();
        expect(current).toMatchObject({ hasChanged: true, change: { count: 2 } });
        expect(await stored()).toHaveLength(3);
        expect(await change(app, changeOf(current), CONFIRMED)).toMatchObject({ statusCode: 303 });
        expect(await companies(stored, false)).toEqual(["Rescued"]);
        expect(await stored()).toHaveLength(1);
      },
    );

    test("a list that changes between check and change is not changed", async ({
      store,
      request,
      stored,
    }) => {
      await store.insert(MINIMAL_REQUIREMENT, null, "honeypot");
      const spam = { isSpam: true };
      const { states } = await store.readSnapshot(spam);
      await store.markSpam(request.id);
      expect(await store.eraseAll(spam, states)).toBe(false);
      const both = { ids: (await stored()).map(({ id }) => id) };
      const { states: beforeReply } = await store.readSnapshot(both);
      await store.markReplied(request.id, "Ada");
      expect(await store.eraseAll(both, beforeReply)).toBe(false);
      expect(await stored()).toHaveLength(2);
    });

    test("requests of a search are not erased together, and lists of requests are not changed", async ({
      app,
      request,
      stored,
    }) => {
      const search = changeOf(await getList(app, "/requests?q=ada"));
      const crafted = [
        { ...search, action: "erase" as const },
        { ...search, query: "" },
        { ...search, query: `email=${request.email}` },
      ];
      for (const each of crafted) {
        expect(await change(app, each, CONFIRMED)).toMatchObject({ statusCode: 404 });
      }
      const other = { action: LIST_ACTION.spam, query: search.query, checksum: search.checksum };
      const crossSite = { headers: { "sec-fetch-site": "cross-site" } };
      const rejected = await post(app, "/requests", { ...other, ...CONFIRMED }, crossSite);
      expect(rejected.statusCode).toBe(403);
      expect(await companies(stored, false)).toEqual([request.company]);
      expect(await getList(app, "/requests")).toMatchObject({ change: null });
    });
  });

  describe("pages", () => {
    test("the list links its previous and next page, also of a search", async ({ app, store }) => {
      await insert(store, { ...MINIMAL_REQUIREMENT, company: "Institute" });
      for (let count = 0; count < 51; count += 1) {
        now += 1;
        await insert(store, { ...MINIMAL_REQUIREMENT, company: `Lab ${count}` });
      }
      const first = await getList(app, "/requests?q=lab");
      expect(first).toMatchObject({ previous: null, next: expect.stringMatching(/q=lab.*page=2/) });
      const second = await getList(app, first.next ?? "");
      expect(second).toMatchObject({
        previous: expect.stringMatching(/q=lab/),
        next: null,
        groups: [{ count: 51, entries: [{ from: "Ada Byron, Lab 50" }] }],
      });
      expect(await getList(app, second.previous ?? "")).toMatchObject({
        next: first.next,
        groups: first.groups,
      });
    });

    test.for([
      ["", "Pick and place, with force"],
      ["?q=SPRÍNG", "By spring"],
      [`?q=${encodeURIComponent('arms "{left"')}`, 'Two "custom" arms, {left,right} and a 🤖'],
      ["?q=ada", "ada@example.org"],
      ["?q=engines", "Pick and place, with force"],
    ] as const)(
      "each row shows the words around the match or, without one in %s, the first free text",
      async ([query, excerpt], { app, request }) => {
        const { groups } = await getList(app, `/requests${query}`);
        expect(groups[0]?.entries).toMatchObject([{ link: request.url, excerpt }]);
      },
    );

    test("a row shows few words before the match in a long text", async ({ app, store }) => {
      const data_type = `${"filler ".repeat(50)}before the M\u00E4tch${"🤖".repeat(200)}`;
      await insert(store, { ...MINIMAL_REQUIREMENT, data_type });
      const { groups } = await getList(app, `/requests?q=${encodeURIComponent('"the match"')}`);
      expect(groups[0]?.entries[0]?.excerpt).toMatch(/^… (filler )+before the M\u00E4tch🤖+$/u);
    });

    test("the first page shows suspected spam between waiting and replied requests", async ({
      app,
      store,
      request,
    }) => {
      await store.markReplied(request.id, "Ada");
      await store.insert({ ...MINIMAL_REQUIREMENT, company: "Spam" }, null, "honeypot");
      for (let count = 0; count < 50; count += 1) await insert(store);
      const kinds = async (page: number) => {
        const { groups } = (await get(app, `/requests?page=${page}`)).json<RequestListContent>();
        return groups.map(({ kind, count }) => [kind, count]);
      };
      expect(await kinds(1)).toEqual([
        ["waiting", 50],
        ["suspected", 1],
      ]);
      expect(await kinds(2)).toEqual([["replied", 1]]);
    });

    test("a request links to all from the same email", async ({ app, store, request }) => {
      await insert(store, { ...MINIMAL_REQUIREMENT, email: FULL_REQUIREMENT.email.toUpperCase() });
      await insert(store, { ...MINIMAL_REQUIREMENT, email: `jo${FULL_REQUIREMENT.email}` });
      const { sameEmail } = (await get(app, request.url)).json<RequestDetailsContent>();
      expect(sameEmail.count).toBe(2);
      expect((await get(app, sameEmail.link)).json()).toMatchObject({ groups: [{ count: 2 }] });
    });

    test("the list says which channel fails, since when and with which code", async ({
      app,
      store,
    }) => {
      now = NOON;
      await store.outbox.recordFailure("webhook", "503");
      expect((await get(app, "/requests")).json()).toMatchObject({
        failing: [{ channel: "webhook", since: toTimestamp(NOON), reason: "503" }],
      });
    });

    test("two requests with the same reference have separate pages", async ({
      app,
      store,
      request,
    }) => {
      const twin = `00000000-0000-4000-8000-0000${referenceOf(request.id)}`;
      await store.insert(MINIMAL_REQUIREMENT, twin, null);
      const { groups } = (await get(app, "/requests")).json<RequestListContent>();
      const entries = groups.flatMap((group) => group.entries);
      expect(new Set(entries.map(({ reference }) => reference)).size).toBe(1);
      expect(entries.map(({ link }) => link).toSorted()).toEqual(
        [request.url, `/requests/${twin}`].toSorted(),
      );
      await post(app, `/requests/${twin}`, { action: "erase" });
      expect(await store.find({})).toMatchObject([{ id: request.id }]);
    });
  });

  test("the export has every column of every request, for spreadsheets", async ({
    app,
    store,
    request,
  }) => {
    const typed = '=HYPERLINK(1);+2\u202E;" =3';
    await insert(store, {
      ...MINIMAL_REQUIREMENT,
      company: typed,
      full_name: "@SUM(1)",
      phone: "+44 20 7",
    });
    await store.markReplied(request.id, "=Ada");
    const response = await get(app, "/requests/export.csv");
    expect(response.headers).toMatchObject({
      "content-type": "text/csv; charset=utf-8",
      "content-disposition": 'attachment; filename="requests.csv"',
    });
    const [heading, ...lines] = response.body.trimEnd().split("\r\n");
    expect(heading).toBe(
      `\uFEFFreference,id,created_at,reply_due,${FIELDS.join()},replied_at,replied_by,spam_reason,note,` +
        "noted_at,noted_by",
    );
    expect(lines.join("\n")).toContain(
      `'@SUM(1),ada@example.org,+44 20 7,"'=HYPERLINK(1);'+2;'"" =3"`,
    );
    expect(lines.join("\n")).toContain(",'=Ada,");
    expect(lines.join("\n")).toContain('"Two ""custom"" arms, {left,right}\nand a 🤖"');
  });
});
