import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { readAll, RESOURCE, startTarget, wire, type Target } from "../../test-support/target.ts";
import { MINIMAL_REQUIREMENT } from "../../test-support/valid-requirement.ts";

let target: Target;
beforeAll(async () => {
  // So that forwarded addresses are parsed.
  target = await startTarget({ TRUST_PROXY: "1" });
});
afterAll(() => target.remove());

const JSON_TYPE = { "content-type": "application/json" };
const FORM_TYPE = { "content-type": "application/x-www-form-urlencoded" };
const VALID = JSON.stringify(MINIMAL_REQUIREMENT);

function post(body: string, headers: Record<string, string> = JSON_TYPE): string {
  const all = {
    ...headers,
    "content-length": String(Buffer.byteLength(body)),
    connection: "close",
  };
  return wire(`POST ${RESOURCE}`, all, body);
}

function statuses(response: string): string[] {
  return [...response.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status ?? "");
}

describe("20 at once are rejected as client errors, while a visitor's request is stored:", () => {
  test.each([
    // Not 422: its fields are counted, not read.
    ["a form of 160,000 empty fields", 400, post("+&".repeat(160_000), FORM_TYPE)],
    ["a form of one endless field", 422, post("+".repeat(320_000), FORM_TYPE)],
    ["a form of escapes", 422, post(`email=${"%C3".repeat(100_000)}`, FORM_TYPE)],
    ["a Prefer of blanks", 400, post(VALID, { ...JSON_TYPE, prefer: `a${" ".repeat(15_500)}a` })],
    [
      "JSON nested 6,000 levels",
      400,
      post(`{"full_name":${"[".repeat(6_000)}${"]".repeat(6_000)}}`),
    ],
    [
      "JSON of 25,000 keys",
      400,
      post(`{${Array.from({ length: 25_000 }, (_, n) => `"${n}":1`).join()}}`),
    ],
    ["a list of 100,000", 400, post(`{"hardware_setup":[${"1,".repeat(100_000)}1]}`)],
    [
      "an address of dots",
      400,
      post(VALID.replace("ada@example.org", `a@${"a.".repeat(100_000)}`)),
    ],
    ["an address of blanks", 400, post(VALID.replace("ada@example.org", " ".repeat(300_000)))],
    [
      "a Content-Type of 15,000 spaces",
      415,
      post(VALID, { "content-type": `text/plain;${" ".repeat(15_000)}x` }),
    ],
  ])("%s", async (_what, status, data) => {
    const before = target.count();
    const sockets = await target.open(20, data);
    await target.visit();
    for (const socket of sockets) expect(statuses(await readAll(socket))).toEqual([`${status}`]);
    expect(target.count()).toBe(before + 1);
  });

  test.each([
    ["many encodings", { "accept-encoding": "gzip;q=0.1, ".repeat(1_200) }],
    ["many ranges", { range: `bytes=${"0-1,".repeat(3_800)}0-1` }],
    ["many tags", { "if-none-match": '"a",'.repeat(3_800) }],
    ["many forwarders", { "x-forwarded-for": "1.2.3.4,".repeat(1_900) }],
    ["one long forwarder", { "x-forwarded-for": "1".repeat(15_500) }],
  ])(
    "a page requested with %s is served, and does not block other visitors",
    async (_what, headers) => {
      const sockets = await target.open(20, wire("GET /", { ...headers, connection: "close" }));
      await target.visit();
      for (const socket of sockets) expect(await readAll(socket)).toMatch(/^HTTP\/1\.1 20[06] /);
    },
  );
});

describe("a form from another site is rejected with any spelling of its content type:", () => {
  const fields = new URLSearchParams({ full_name: "a", email: "a@b.co", phone: "1", company: "c" });

  test.each([
    ["application/x-www-form-urlencoded", "403"],
    ["Application/x-www-form-urlencoded", "403"],
    ["APPLICATION/X-WWW-FORM-URLENCODED;charset=utf-8", "403"],
    ["application/x-www-form-urlencoded\t;a=b", "403"],
    ["text/plain;application/json", "415"],
    ["multipart/form-data; boundary=application/json", "415"],
  ])("%s", async (type, status) => {
    const rows = target.count();
    const headers = { "content-type": type, origin: "http://evil.example" };
    const [socket] = await target.open(1, post(fields.toString(), headers));
    if (socket) expect(statuses(await readAll(socket))).toEqual([status]);
    expect(target.count()).toBe(rows);
  });
});

describe("targets and hosts", () => {
  test.each(["http://site.example/?a", "http://site.example"])(
    "the request target %s gets the page",
    async (url) => {
      const data = wire(`GET ${url}`, { connection: "close" });
      const [socket] = await target.open(1, data);
      if (socket) expect(statuses(await readAll(socket))).toEqual(["200"]);
    },
  );

  test.each([
    ["two hosts", 400, "GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\nConnection: close\r\n\r\n"],
    ["no host", 400, "GET / HTTP/1.1\r\nConnection: close\r\n\r\n"],
    ["no host in HTTP/1.0", 200, "GET / HTTP/1.0\r\n\r\n"],
    ["101 headers", 431, wire("GET /", { connection: `close${"\r\na: b".repeat(99)}` })],
  ])("%s gets %i", async (_what, status, data) => {
    const [socket] = await target.open(1, data);
    if (socket) expect(statuses(await readAll(socket))).toEqual([`${status}`]);
  });

  test("pipelined requests get responses in order, at any depth", async () => {
    const pages = ["/", "/robots.txt", "/nope"];
    const last = wire("GET /nope", { connection: "close" });
    const data =
      pages
        .map((page) => wire(`GET ${page}`))
        .join("")
        .repeat(20) + last;
    const [socket] = await target.open(1, data);
    const expected = [...Array.from({ length: 20 }, () => ["200", "200", "404"]).flat(), "404"];
    if (socket) expect(statuses(await readAll(socket))).toEqual(expected);
  });

  test("bodies that follow one another are read in full", async () => {
    const large = JSON.stringify({ ...MINIMAL_REQUIREMENT, timeline: "x".repeat(4_900) });
    const keptAlive = (body: string) => post(body).replace("connection: close\r\n", "");
    // The fourth is read up to its headers, and its body once the first is answered.
    for (const data of [
      keptAlive(large).repeat(2) + post(large),
      keptAlive(VALID).repeat(6) + post(VALID),
    ]) {
      const count = data.split("POST").length - 1;
      const [socket] = await target.open(1, data);
      if (socket) expect(statuses(await readAll(socket))).toEqual(Array(count).fill("201"));
    }
  });
});
