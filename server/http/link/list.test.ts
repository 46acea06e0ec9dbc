import { Writable } from "node:stream";

import type { FastifyInstance } from "fastify";
import { pino } from "pino";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";

import { referenceOf } from "../../../domain/identifiers.ts";
import type { ListedPage, RequestPageContent } from "../../../domain/wire/built-pages.ts";
import { UNTIMED } from "../../../domain/wire/form-use.ts";
import { buildTestApp } from "../../../test-support/app.ts";
import { DATABASES, openDatabase, type TestDatabase } from "../../../test-support/databases.ts";
import { listRows } from "../../../test-support/rows.ts";
import { FULL_REQUIREMENT } from "../../../test-support/valid-requirement.ts";
import { createLink } from "../../links.ts";
import type { RequestStore } from "../../store/store.ts";

const DAY_MS = 86_400_000;

describe.each(DATABASES)("the link to the list on %s", (kind) => {
  let database: TestDatabase;
  let store: RequestStore;
  let app: FastifyInstance;
  let now = Date.now();
  let path: string;
  let log = "";

  beforeAll(async () => {
    database = await openDatabase(kind);
    store = database.open();
    const stream = new Writable({
      write(chunk, _encoding, done) {
        log += String(chunk);
        done();
      },
    });
    app = await buildTestApp(store, { now: () => now, log: pino(stream) });
  });
  beforeEach(async () => {
    now = Date.now();
    log = "";
    await store.requests.erase({});
    path = await signed("list");
  });
  afterAll(async () => {
    await app.close();
    await database.close();
  });

  const signed = async (target: Parameters<typeof createLink>[0]) =>
    createLink(target, { origin: "", secret: await store.readSecret(), now });
  const insert = async (company: string, { isHeld = false } = {}) => {
    const row = await store.insert({ ...FULL_REQUIREMENT, company }, null, isHeld ? null : UNTIMED);
    return { reference: referenceOf(row?.id ?? "") };
  };
  const receivedDaysAgo = (company: string, days: number) => {
    const time = (hours: number) =>
      new Date(now - days * DAY_MS + hours * 3_600_000).toISOString().replace("Z", "+00:00");
    return database.run(`
      update public.data_requirements set created_at = '${time(0)}', reply_due = '${time(24)}'
      where company = '${company}'`);
  };
  const shown = async (to = path) => {
    const content = JSON.parse((await app.inject(to)).body) as RequestPageContent;
    if (content.kind !== "listed") throw new Error(`expected the list, got ${content.kind}`);
    return content;
  };
  const companies = ({ entries }: ListedPage) =>
    entries.map(({ from }) => from.replace(`${FULL_REQUIREMENT.full_name}, `, ""));

  test("shows what is overdue first, then the last 31 days, and what is held apart", async () => {
    await insert("Overdue");
    await receivedDaysAgo("Overdue", 40);
    const long = await insert("Long ago");
    await store.requests.markReplied(long, "link");
    await receivedDaysAgo("Long ago", 32);
    const replied = await insert("Replied");
    await store.requests.markReplied(replied, "link");
    await receivedDaysAgo("Replied", 30);
    await insert("Waiting");
    await insert("Held", { isHeld: true });
    await insert("Held long ago", { isHeld: true });
    await receivedDaysAgo("Held long ago", 32);

    const { accepted, held, heldCount } = await shown();
    expect(companies(accepted)).toEqual(["Overdue", "Waiting", "Replied"]);
    expect(accepted).toMatchObject({
      older: null,
      entries: [
        { state: expect.stringMatching(/^Overdue since \d{4}-/), isOverdue: true },
        { state: expect.stringMatching(/^Due \d{4}-/), isOverdue: false },
        { reference: replied.reference, state: expect.stringMatching(/^Replied \d{4}-/) },
      ],
    });
    expect(companies(held)).toEqual(["Held"]);
    expect(heldCount).toBe(1);
    expect(held).toMatchObject({ entries: [{ state: "Held: no-form" }] });
  });

  test("searches all that is stored, and keeps its key", async () => {
    const { reference } = await insert("Old Engines");
    await store.requests.markReplied({ reference }, "link");
    await receivedDaysAgo("Old Engines", 400);
    await insert("Other");
    await insert("Held engines", { isHeld: true });
    await store.requests.setNote({ reference }, "I'm on it – Ben");
    const found = await shown(`${path}&q=+eNGINES+`);
    expect(companies(found.accepted)).toEqual(["Old Engines"]);
    expect(companies(found.held)).toEqual(["Held engines"]);
    expect(path).toContain(found.linkKey);
    for (const text of [reference, "BEN"]) {
      const { accepted } = await shown(`${path}&q=${text}`);
      expect(accepted.entries).toMatchObject([{ reference, note: "I'm on it – Ben" }]);
    }
    const { accepted, held } = await shown(`${path}&q=nobody`);
    expect([accepted.entries, held.entries]).toEqual([[], []]);
  });

  test("has 100 rows, and then those that are older", async () => {
    for (let index = 0; index < 101; index += 1) await insert(`Engines ${index}`);
    for (const search of ["", "&q=engines"]) {
      const { accepted } = await shown(`${path}${search}`);
      expect(companies(accepted).at(0)).toBe("Engines 100");
      expect(accepted.entries).toHaveLength(100);
      const next = await shown(accepted.older ?? "");
      expect(companies(next.accepted)).toEqual(["Engines 0"]);
      expect(next.accepted.older).toBeNull();
    }
    expect((await shown(`${path}&from=-1&from=x&q=a&q=b`)).accepted.entries).toHaveLength(100);
  });

  test("leads to each request by that request's own link", async () => {
    await insert("Engines");
    const { accepted } = await shown();
    const request = await app.inject(accepted.entries[0]?.link ?? "");
    expect(JSON.parse(request.body)).toMatchObject({
      kind: "stored",
      from: expect.stringContaining("Engines"),
    });
  });

  test("gives the list to nobody's cache and no other site, and changes nothing", async () => {
    await insert("Engines");
    const before = await listRows(store);
    expect(await app.inject(path)).toMatchObject({
      statusCode: 200,
      headers: {
        "cache-control": "no-store",
        "referrer-policy": "no-referrer",
        "x-robots-tag": "noindex",
        "content-security-policy": "default-src 'self'",
      },
    });
    for (const action of ["replied", "spam"]) {
      const headers = { "content-type": "application/x-www-form-urlencoded" };
      const payload = `action=${action}`;
      const posted = await app.inject({ method: "POST", url: path, headers, payload });
      expect(posted.statusCode).toBe(404);
    }
    expect(await listRows(store)).toEqual(before);
  });

  test("is the 404 page when it is forged, cut off, a request's or expired, and no log has its key", async () => {
    const target = await insert("Engines");
    const ofRequest = await signed(target);
    const [, k = ""] = path.split("?k=");
    const [expiry = "", signature = ""] = k.split(".");
    const requestKey = ofRequest.split("?k=")[1] ?? "";
    const missing = await app.inject("/no/such/page");
    const forged = [
      "/r/",
      "/r/?k=",
      `/r?k=${k}`,
      `/r/?k=${k}&k=${k}`,
      `/r/?k=${k}.x`,
      `/r/?k=${k.slice(0, -1)}`,
      `/r/?k=${expiry}.`,
      `/r/?k=zzzzzz.${signature}`,
      `/r/?k=${requestKey}`,
      `/r/${target.reference}?k=${k}`,
      `/r/list?k=${k}`,
    ];
    for (const to of forged) {
      expect(await app.inject(to), to).toMatchObject({ statusCode: 404, body: missing.body });
    }
    now += 31 * DAY_MS;
    expect((await app.inject(path)).statusCode).toBe(404);
    now -= 31 * DAY_MS;
    expect((await app.inject(path)).statusCode).toBe(200);
    await store.rotateSecret();
    expect((await app.inject(path)).statusCode).toBe(404);
    expect(log).toContain('"path":"/r/"');
    for (const key of [signature, requestKey]) expect(log).not.toContain(key);
  });

  test("is the 404 page where no PUBLIC_URL is set", async () => {
    const withoutLinks = await buildTestApp(store, { config: { publicUrl: null } });
    const missing = await app.inject("/no/such/page");
    expect(await withoutLinks.inject(path)).toMatchObject({ statusCode: 404, body: missing.body });
    await withoutLinks.close();
  });
});
