import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";

import { referenceOf } from "../../../domain/identifiers.ts";
import type { Explanation } from "../../../domain/texts/messages.ts";
import type { RequestPageContent } from "../../../domain/wire/built-pages.ts";
import { UNTIMED } from "../../../domain/wire/form-use.ts";
import { buildTestApp } from "../../../test-support/app.ts";
import { DATABASES, openDatabase, type TestDatabase } from "../../../test-support/databases.ts";
import { listRows } from "../../../test-support/rows.ts";
import { FULL_REQUIREMENT } from "../../../test-support/valid-requirement.ts";
import { createLink, LIST_PATH } from "../../links.ts";
import { StoreUnavailable, type RequestStore } from "../../store/store.ts";

const DAY_MS = 86_400_000;

describe.each(DATABASES)("the link of a request on %s", (kind) => {
  let database: TestDatabase;
  let store: RequestStore;
  let app: FastifyInstance;
  let now = Date.now();
  let reference: string;
  let path: string;

  beforeAll(async () => {
    database = await openDatabase(kind);
    store = database.open({ channels: ["webhook"] });
    app = await buildTestApp(store, { now: () => now });
  });
  beforeEach(async () => {
    now = Date.now();
    await store.requests.erase({});
    const row = await store.insert(FULL_REQUIREMENT, null, UNTIMED);
    reference = referenceOf(row?.id ?? "");
    path = await linkTo(reference);
  });
  afterAll(async () => {
    await app.close();
    await database.close();
  });

  const linkTo = async (to: string) =>
    createLink({ reference: to }, { origin: "", secret: await store.readSecret(), now });
  const press = (action: string, { to = path, headers = {}, note = "" } = {}) =>
    app.inject({
      method: "POST",
      url: to,
      headers: { "content-type": "application/x-www-form-urlencoded", ...headers },
      payload: new URLSearchParams({ action, note }).toString(),
    });
  const stored = async () => (await listRows(store))[0];
  const shown = async (to = path) => JSON.parse((await app.inject(to)).body) as RequestPageContent;

  test("shows everything about it, to nobody's cache and no other site", async () => {
    const response = await app.inject(path);
    expect(response).toMatchObject({
      statusCode: 200,
      headers: {
        "cache-control": "no-store",
        "referrer-policy": "no-referrer",
        "x-robots-tag": "noindex",
        "content-security-policy": "default-src 'self'",
      },
    });
    for (const text of [reference, FULL_REQUIREMENT.email, "Reply due", "Notified by webhook"]) {
      expect(response.body).toContain(text);
    }
    expect(await shown()).toMatchObject({ isReplied: false, isHeld: false });
  });

  test("changes nothing when a chat or a mail scanner opens it", async () => {
    const before = await stored();
    for (const method of ["GET", "HEAD", "GET"] as const) await app.inject({ method, url: path });
    await app.inject(`${path}&action=replied`);
    expect(await stored()).toEqual(before);
  });

  test("marks as replied, by link, and takes that back", async () => {
    expect(await press("replied")).toMatchObject({ statusCode: 303, headers: { location: path } });
    const replied = await stored();
    expect(replied).toMatchObject({ replied_at: expect.any(String), replied_via: "link" });
    expect((await app.inject(path)).body).toContain("by link");
    await press("replied");
    expect(await stored()).toEqual(replied);
    await press("unreplied");
    expect(await stored()).toMatchObject({ replied_at: null, replied_via: null });
  });

  test("takes a note of 500 characters, with its time, until another replaces it", async () => {
    const note = `I'm on it – Ben\n${"é".repeat(484)}`;
    const response = await press("note", { note: ` ${note.replace("\n", "\r\n")} \0` });
    expect(response).toMatchObject({ statusCode: 303, headers: { location: path } });
    expect(await shown()).toMatchObject({ note, notedAt: expect.stringContaining("UTC") });
    await press("note", { note: `${note}é` });
    expect(await stored()).toMatchObject({ note });
    await press("note", { note: " " });
    expect(await stored()).toMatchObject({ note: null, noted_at: null });
  });

  test("holds as spam and announces what is not, whichever of two people presses first", async () => {
    await Promise.all([press("spam"), press("spam")]);
    expect(await stored()).toMatchObject({ held_reason: "marked", deliveries: [] });
    expect(await shown()).toMatchObject({ isHeld: true });
    await Promise.all([press("not-spam"), press("not-spam")]);
    expect(await stored()).toMatchObject({ held_reason: null, deliveries: [{ attempts: 0 }] });
  });

  test("is the page of a request that does not exist when it is forged, cut off, foreign or expired", async () => {
    const other = await store.insert({ ...FULL_REQUIREMENT, company: "Other" }, null, UNTIMED);
    const [url = "", k = ""] = path.split("?k=");
    const [expiry = "", signature = ""] = k.split(".");
    const missing = await app.inject(await linkTo("00000000"));
    expect(missing.statusCode).toBe(404);
    const before = await listRows(store);
    const forged = [
      url,
      `${url}?k=`,
      `${url}?k=${k}&k=${k}`,
      `${url}?k=${k}.x`,
      `${url}?k=${k.slice(0, -1)}`,
      `${url}?k=${expiry}.`,
      `${url}?k=zzzzzz.${signature}`,
      `${url}?k=${expiry}.${signature.toLowerCase()}`,
      `${url.replace(reference, referenceOf(other?.id ?? ""))}?k=${k}`,
      `${url.replace(reference, "%25")}?k=${k}`,
    ];
    for (const to of forged) {
      const opened = await app.inject(to);
      expect(opened, to).toMatchObject({ statusCode: 404, body: missing.body });
      expect((await press("spam", { to })).statusCode, to).toBe(404);
    }
    expect(await listRows(store)).toEqual(before);
    now += 31 * DAY_MS;
    expect(await app.inject(path)).toMatchObject({ statusCode: 404, body: missing.body });
  });

  test("ends when the request is erased, and when all links are ended", async () => {
    await store.rotateSecret();
    expect((await app.inject(path)).statusCode).toBe(404);
    path = await linkTo(reference);
    expect((await app.inject(path)).statusCode).toBe(200);
    await store.requests.erase({});
    expect((await app.inject(path)).statusCode).toBe(404);
    expect((await press("replied")).statusCode).toBe(404);
  });

  test("does nothing from another site", async () => {
    for (const headers of [
      { "sec-fetch-site": "cross-site" },
      { origin: "https://evil.example" },
    ]) {
      expect((await press("spam", { headers })).statusCode).toBe(403);
    }
    expect((await press("burn")).statusCode).toBe(404);
    expect(await stored()).toMatchObject({ held_reason: null });
  });

  test("blames no outage for what is not a form", async () => {
    const headers = { "content-type": "application/json" };
    const response = await press("spam", { headers });
    expect(response).toMatchObject({ statusCode: 415 });
    expect(response.json()).toMatchObject({ advice: expect.not.stringContaining("server's log") });
  });

  test("is the 404 page where no PUBLIC_URL is set", async () => {
    const withoutLinks = await buildTestApp(store, { config: { publicUrl: null } });
    const missing = await app.inject("/no/such/page");
    expect(await withoutLinks.inject(path)).toMatchObject({ statusCode: 404, body: missing.body });
    const post = await withoutLinks.inject({ method: "POST", url: path });
    expect(post).toMatchObject({ statusCode: 405, headers: { allow: "GET, HEAD" } });
    await withoutLinks.close();
  });

  test("says in one sentence that the database is down", async () => {
    const down: RequestStore = {
      ...store,
      readSecret: () => Promise.reject(new StoreUnavailable("down.", {})),
    };
    const withoutDatabase = await buildTestApp(down);
    const response = await withoutDatabase.inject(path);
    expect(response).toMatchObject({ statusCode: 503, headers: { "retry-after": "5" } });
    expect(response.json()).toMatchObject({ kind: "failed" });
    const list = await withoutDatabase.inject(LIST_PATH);
    expect(list).toMatchObject({ statusCode: 503 });
    expect(list.json()).not.toMatchObject({ message: response.json<Explanation>().message });
    await withoutDatabase.close();
  });
});
