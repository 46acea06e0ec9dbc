import { rmSync } from "node:fs";
import { connect } from "node:net";
import { text } from "node:stream/consumers";

import { describe, expect } from "vitest";

import { LIST_ACTION, MAX_NOTE } from "../../../contract/desk-form.ts";
import { MINUTE_MS } from "../../../domain/durations.ts";
import { FIELDS } from "../../../domain/fields.ts";
import { referenceOf } from "../../../domain/identifiers.ts";
import type { SpamReason } from "../../../domain/spam.ts";
import { test as base } from "../../../test-support/app.ts";
import {
  authorization,
  get,
  openPage,
  PASSWORD,
  post,
  renderServerPage,
} from "../../../test-support/desk-page.ts";
import { ENGINES } from "../../../test-support/engines.ts";
import { FULL_REQUIREMENT, MINIMAL_REQUIREMENT } from "../../../test-support/valid-requirement.ts";
import { wire } from "../../../test-support/wire.ts";
import type { RequestStore } from "../../store/store.ts";

const NOON = Date.UTC(2026, 10, 26, 12);

let now = NOON;
const test = base.extend("request", ({ store }) => {
  now = NOON;
  return insert(store, FULL_REQUIREMENT);
});
test.override({
  options: { now: () => now, config: { deskPassword: PASSWORD }, renderServerPage },
});

async function insert(
  store: RequestStore,
  changes: object = {},
  spamReason: SpamReason | null = null,
) {
  const row = await store.insert({ ...MINIMAL_REQUIREMENT, ...changes }, null, spamReason);
  if (!row) throw new Error("not stored");
  return { ...row, url: `/requests/${row.id}` };
}

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
  expect(changed.body).toContain("Try again in a minute");
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
      const flagged = await (await openPage(app, request.url)).press("Mark as spam");
      expect(flagged.text).toContain("Spam: marked by a colleague");
      expect(await stored()).toMatchObject([{ spam_reason: "flagged" }]);
      const list = await openPage(app, "/requests");
      expect(list.text).toContain("No requests.");
      const spam = await list.follow("All spam (1)");
      expect(spam.senders).toEqual(["Ada Byron, Analytical Engines"]);
      const rescued = await spam.press(/^Not spam: /);
      expect(rescued.heading).toBe("Spam");
      expect(rescued.text).toContain("No spam.");
      expect(await stored()).toMatchObject([{ spam_reason: null }]);
    });

    test("a note does not overwrite what somebody else has saved meanwhile", async ({
      app,
      request,
      stored,
    }) => {
      const grace = await openPage(app, request.url, { name: "Grace" });
      const ada = await openPage(app, request.url);
      const saved = await ada.press("Save note", { note: "Call her" });
      expect(saved.text).toContain("Saved by Ada, 2026-11-26 12:00.");
      const conflict = await grace.press("Save note", { note: "Mail her" });
      expect(conflict.statusCode).toBe(409);
      expect(conflict.text).toMatch(/yours is not saved yet\. Theirs: Call her.* Mail her/);
      expect(await stored()).toMatchObject([{ note: "Call her", noted_by: "Ada" }]);
      await conflict.press("Save note");
      expect(await stored()).toMatchObject([{ note: "Mail her", noted_by: "Grace" }]);
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
      expect(long.body).toContain(`shorten it to ${MAX_NOTE} characters`);
      expect(await stored()).toMatchObject([{ note: null }]);
      const lines = "x\r\n".repeat(MAX_NOTE / 2 - 1);
      await post(app, request.url, { action: "note", note: `${lines}xy` });
      expect((await stored())[0]?.note).toHaveLength(MAX_NOTE);
    });
  });

  describe("changes of all requests in a list", () => {
    /** PostgreSQL's own clock records changes, so these tests use the real time. */
    const passTime = () => {
      now = Math.max(now, Date.now()) + 1;
    };
    /** Stored more than a minute ago, because a change leaves requests of the last minute on PostgreSQL. */
    const insertEarlier = async (
      store: RequestStore,
      companies: string[],
      spamReason: SpamReason | null = null,
    ) => {
      now = Date.now() - 5 * MINUTE_MS;
      const rows = [];
      for (const company of companies) {
        now += 1;
        rows.push(await insert(store, { company }, spamReason));
      }
      passTime();
      return rows.map(({ id }) => id);
    };
    const many = (company: string, count: number) => Array.from({ length: count }, () => company);

    test("all requests of a search are marked as spam and erased, the handled ones listed first", async ({
      app,
      store,
      stored,
    }) => {
      const [replied = "", noted = ""] = await insertEarlier(store, many("Casino", 60));
      await insertEarlier(store, ["Genuine Lab"]);
      await store.markReplied(replied, "Ada");
      await store.setNote(noted, { text: "Call", by: "Ada" }, null);
      passTime();
      const second = await (await openPage(app, "/requests?q=casino")).follow("Next");
      const confirmation = await second.press("Mark all 60 as spam");
      expect(confirmation.heading).toBe("Mark 60 requests as spam?");
      expect(confirmation.groups).toEqual(["With a reply or a note (2)", "Others (58)"]);
      expect(await store.count({ isSpam: true })).toBe(0);
      const marked = await confirmation.press("Mark all 60 as spam");
      expect(marked.heading).toBe("Search: casino");
      expect(marked.text).toContain("Marked 60 requests as spam.");
      expect(await store.count({ isSpam: true })).toBe(60);
      passTime();
      const again = await openPage(app, "/requests?q=casino");
      expect(again.buttons).not.toContainEqual(expect.stringContaining("as spam"));
      const erased = await (await again.press("Erase all 60")).press("Erase all 60");
      expect(erased.text).toContain("Erased 60 requests.");
      expect(erased.text).toContain("No request contains “casino”.");
      expect(await stored()).toMatchObject([{ company: "Genuine Lab", spam_reason: null }]);
    });

    test("all spam is erased, but nothing that arrived after the first page was opened", async ({
      app,
      store,
      stored,
    }) => {
      await insertEarlier(store, many("Spam", 60), "honeypot");
      const first = await openPage(app, "/requests?spam=1");
      passTime();
      await insert(store, { company: "Later" }, "honeypot");
      const second = await first.follow("Next");
      expect(second.senders).toHaveLength(10);
      const confirmation = await second.press("Erase all 60");
      await insert(store, { company: "Last" }, "honeypot");
      const done = await confirmation.press("Erase all 60");
      expect(done.heading).toBe("Spam");
      expect(done.text).toContain(
        "Erased 60 requests. 2 others were left, because they arrived, changed or disappeared in the meantime.",
      );
      const left = (await stored()).map(({ company }) => company);
      expect(left.toSorted()).toEqual(["Last", "Later"]);
    });

    test.for([0, 1])(
      "what colleagues did after %i of the two presses was not seen, so those requests are left",
      async (presses, { app, store, database, stored }) => {
        const [genuine = ""] = await insertEarlier(store, ["Genuine, then spam"]);
        const ids = await insertEarlier(
          store,
          ["Replied", "Noted", "Rescued", "Erased", "Updated by SQL", "Spam"],
          "link",
        );
        const [replied = "", noted = "", rescued = "", erased = "", updated = ""] = ids;
        let page = await openPage(app, "/requests?spam=1");
        if (presses === 1) page = await page.press("Erase all 6");
        passTime();
        await store.markReplied(replied, "Ben");
        await store.setNote(noted, { text: "Call", by: "Ben" }, null);
        await store.markNotSpam(rescued);
        await store.markSpam(genuine);
        await store.erase({ id: erased });
        if (engine === "PostgreSQL") {
          await database.query(`update data_requirements set note = 'x' where id = '${updated}'`);
        } else await store.markReplied(updated, "Ben");
        if (presses === 0) page = await page.press("Erase all 6", { confirmed: "yes" });
        else page = await page.press("Erase all 6");
        expect(page.text).toContain("Erased 1 request. 5 others were left");
        expect((await stored()).map(({ company }) => company)).toEqual([
          "Genuine, then spam",
          "Replied",
          "Noted",
          "Rescued",
          "Updated by SQL",
        ]);
      },
    );

    test("a search that finds spam, too, counts and marks only the others", async ({
      app,
      store,
    }) => {
      await insertEarlier(store, ["Casino"], "link");
      await insertEarlier(store, ["Casino", "Casino"]);
      const list = await openPage(app, "/requests?q=casino");
      expect(list.buttons).toEqual(expect.arrayContaining(["Mark all 2 as spam", "Erase all 3"]));
      const marked = await (await list.press("Mark all 2 as spam")).press("Mark all 2 as spam");
      expect(marked.text).toContain("Marked 2 requests as spam. ");
      expect(marked.text).not.toContain("left");
      expect(marked.rows.join()).toMatch(/its name has a link/);
    });

    test("a request that was stored just before the list was opened is left on PostgreSQL, where its transaction may end later", async ({
      app,
      store,
    }) => {
      await insertEarlier(store, ["Spam"], "link");
      await insert(store, { company: "Recent" }, "link");
      passTime();
      const list = await openPage(app, "/requests?spam=1");
      const done = await (await list.press("Erase all 2")).press("Erase all 2");
      const expected =
        engine === "PostgreSQL" ? "Erased 1 request. 1 other was" : "Erased 2 requests.";
      expect(done.text).toContain(expected);
    });

    test("all requests of one person are marked or erased", async ({ app, store, stored }) => {
      const email = "eve@example.org";
      now = Date.now() - 5 * MINUTE_MS;
      for (const company of ["One", "Two"]) await insert(store, { company, email });
      await insert(store, { company: "Other" });
      passTime();
      const list = await openPage(app, `/requests?email=${email}`);
      expect(list.buttons).toContain("Mark all 2 as spam");
      const erased = await (await list.press("Erase all 2")).press("Erase all 2");
      expect(erased.text).toContain(`There is no request from ${email}.`);
      expect(await stored()).toMatchObject([{ company: "Other" }]);
    });

    test("a crafted form changes nothing", async ({ app, store }) => {
      await insertEarlier(store, ["Casino"]);
      await insertEarlier(store, ["Spam"], "link");
      const seen = encodeURIComponent(new Date(now).toISOString().replace("Z", "+00:00"));
      const crafted = [
        ["", LIST_ACTION.erase],
        [`seen=${seen}`, LIST_ACTION.erase],
        [`spam=1&seen=${seen}`, LIST_ACTION.spam],
        ["spam=1", LIST_ACTION.erase],
        ["spam=1&seen=2026-02-30T00:00:00.000%2B00:00", LIST_ACTION.erase],
        [`spam=1&seen=${seen}`, "replied"],
      ];
      for (const [query, action] of crafted) {
        const response = await post(app, "/requests", { query, action, confirmed: "yes" });
        expect(response.statusCode, `${query} ${action}`).toBe(404);
      }
      const crossSite = await post(
        app,
        "/requests",
        { query: `spam=1&seen=${seen}`, action: LIST_ACTION.erase, confirmed: "yes" },
        { headers: { "sec-fetch-site": "cross-site" } },
      );
      expect(crossSite.statusCode).toBe(403);
      expect(await store.count({})).toBe(2);
      expect((await openPage(app, "/requests")).buttons).toEqual(
        expect.not.arrayContaining([expect.stringMatching(/all/)]),
      );
    });
  });

  describe("pages", () => {
    test("the list links its previous and next page, also of a search", async ({ app, store }) => {
      await insert(store, { company: "Institute" });
      for (let count = 0; count < 51; count += 1) {
        now += 1;
        await insert(store, { company: `Lab ${count}` });
      }
      const first = await openPage(app, "/requests?q=lab");
      expect(first.link("Previous")).toBeUndefined();
      const second = await first.follow("Next");
      expect(second.senders).toEqual(["Ada Byron, Lab 50"]);
      expect(second.link("Next")).toBeUndefined();
      expect((await second.follow("Previous")).senders).toEqual(first.senders);
    });

    test("a list whose time is impossible is the newest one", async ({ app, request }) => {
      for (const time of ["2026-02-30T00:00:00.000%2B00:00", "0000-01-01T00:00:00.000%2B00:00"]) {
        const page = await openPage(app, `/requests?q=${request.email}&seen=${time}`);
        expect(page.senders).toEqual(["Ada Byron, Analytical Engines"]);
      }
    });

    test("each row shows the first line of the first free text", async ({
      app,
      store,
      request,
    }) => {
      now += 1;
      const long = `\n${"🤖".repeat(300)}\nsecond line`;
      await insert(store, { company: "Long", timeline: long });
      const [first, second] = (await openPage(app, "/requests?q=ada")).rows;
      expect(first).toContain(`Analytical Engines ${FULL_REQUIREMENT.data_type}`);
      expect(first).toContain(referenceOf(request.id));
      expect(second).toMatch(/Long 🤖+ [0-9a-f]{8}, received/u);
    });

    test("with many waiting, links at the top lead to the other groups, also on another page", async ({
      app,
      store,
      request,
    }) => {
      await store.markReplied(request.id, "Ada");
      await insert(store, { company: "Spam" }, "honeypot");
      for (let count = 0; count < 50; count += 1) await insert(store);
      const first = await openPage(app, "/requests");
      expect(first.groups).toEqual(["Waiting for a reply (50)", "Looks like spam, this week (1)"]);
      expect(first.link("Looks like spam, this week (1)")).toBe("#suspected");
      const second = await first.follow("Replied (1)");
      expect(second.groups).toEqual(["Replied (1)"]);
      expect(second.link("Replied (1)")).toBe("#replied");
      expect(second.link("Looks like spam, this week (1)")).toBe("/requests#suspected");
    });

    test("a request links to all from the same email", async ({ app, store, request }) => {
      await insert(store, { email: FULL_REQUIREMENT.email.toUpperCase() });
      await insert(store, { email: `jo${FULL_REQUIREMENT.email}` });
      const list = await (await openPage(app, request.url)).follow("2 requests from this email");
      expect(list.heading).toBe(`From ${FULL_REQUIREMENT.email}`);
      expect(list.senders).toHaveLength(2);
    });

    test("a reply by mail quotes what the visitor needs, in at most 1,500 encoded characters", async ({
      app,
      store,
      request,
    }) => {
      const bodyOf = async (url: string) => {
        const link = (await openPage(app, url)).link("Reply by mail") ?? "";
        return link.split("&body=")[1] ?? "";
      };
      const body = decodeURIComponent(await bodyOf(request.url));
      expect(body).toContain(`> Data type: ${FULL_REQUIREMENT.data_type}\r\n`);
      expect(body).toContain("> Budget range: ");
      const long = await insert(store, { data_type: "数据\n".repeat(1_000) });
      const cut = await bodyOf(long.url);
      expect(cut.length).toBeLessThanOrEqual(1_500);
      expect(decodeURIComponent(cut)).toMatch(/^\r\n\r\n> Data type: 数据\r\n> 数据.* …$/s);
      expect(await bodyOf((await insert(store)).url)).toBe("");
    });

    test("an email is a link", async ({ app, store }) => {
      const { url } = await insert(store, { email: "a+b@x.org" });
      expect((await openPage(app, url)).link("a+b@x.org")).toBe("mailto:a%2Bb@x.org");
    });

    test.for([
      ["+44 (20) 7946-0000", "tel:+442079460000"],
      ["+49 (0)30 1234", "tel:+49301234"],
      ["(030) 1234", "tel:0301234"],
      ["555 0100 ext. 3", "tel:5550100"],
      ["none", undefined],
    ] as const)("the phone %j links to %j", async ([phone, link], { app, store }) => {
      const { url } = await insert(store, { phone });
      expect((await openPage(app, url)).link(phone)).toBe(link);
    });

    test("the list says which channel fails, since when and with which code", async ({
      app,
      store,
    }) => {
      now = NOON;
      await store.outbox.recordFailure("webhook", "503");
      expect((await openPage(app, "/requests")).text).toContain(
        "The webhook has been failing since 2026-11-26 12:00 (503).",
      );
    });

    test("two requests with the same reference have separate pages", async ({
      app,
      store,
      request,
    }) => {
      const twin = `00000000-0000-4000-8000-0000${referenceOf(request.id)}`;
      await store.insert({ ...MINIMAL_REQUIREMENT, company: "Twin" }, twin, null);
      const list = await openPage(app, `/requests?q=${referenceOf(request.id)}`);
      expect(list.senders.toSorted()).toEqual(["Ada Byron, Analytical Engines", "Ada Byron, Twin"]);
      await (await list.follow(/Twin/)).press("Erase permanently");
      expect(await store.find({})).toMatchObject([{ id: request.id }]);
    });
  });

  test("the export of a search or of one person has only their requests, and no later ones", async ({
    app,
    store,
  }) => {
    for (const [company, email] of [
      ["Casino", "eve@x.org"],
      ["Lab", "ann@x.org"],
      ["Casino and Lab", "ann@x.org"],
    ]) {
      await insert(store, { company, email });
    }
    for (const [url, companies] of [
      ["/requests?q=casino", ["Casino and Lab", "Casino"]],
      ["/requests?email=ann@x.org", ["Casino and Lab", "Lab"]],
    ] as const) {
      const list = await openPage(app, url);
      now += 1;
      await insert(store, { company: "Later Casino", email: "ann@x.org" });
      const csv = (await get(app, list.link("Export these 2") ?? "")).body;
      const exported = ["Casino and Lab", "Later Casino", "Casino", "Lab"].filter((company) =>
        csv.includes(`,${company},`),
      );
      expect(new Set(exported)).toEqual(new Set(companies));
      await store.erase({ ids: await store.search({}, [/later/i]) });
    }
  });

  test("the export has every column of every request, for spreadsheets", async ({
    app,
    store,
    request,
  }) => {
    const typed = '=HYPERLINK(1);+2\u202E;" =3';
    await insert(store, {
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
    expect(lines.join("\n")).toContain(",2026-11-26T12:00:00.000+00:00,");
    expect(lines.join("\n")).toContain('"Two ""custom"" arms, {left,right}\nand a 🤖"');
  });
});
