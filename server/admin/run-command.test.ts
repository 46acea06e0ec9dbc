import { execFileSync } from "node:child_process";
import {
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { PassThrough } from "node:stream";
import { buffer } from "node:stream/consumers";

import {
  afterAll,
  beforeAll,
  beforeEach,
  describe,
  expect,
  onTestFinished,
  test,
  vi,
} from "vitest";

import { REPLY_PROMISE_HOURS } from "../../domain/data-requirement.ts";
import { referenceOf } from "../../domain/identifiers.ts";
import type { FormUse } from "../../domain/spam.ts";
import { detailsOf } from "../../domain/texts/requirement-text.ts";
import { UNTIMED } from "../../domain/wire/form-use.ts";
import { DATABASES, openDatabase, type TestDatabase } from "../../test-support/databases.ts";
import { listRows } from "../../test-support/rows.ts";
import { FULL_REQUIREMENT, MINIMAL_REQUIREMENT } from "../../test-support/valid-requirement.ts";
import type { RequestStore } from "../store/store.ts";
import { runCommand } from "./run-command.ts";

/** The command in this process. */
async function runAdmin(args: string[], env: NodeJS.ProcessEnv) {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  const written = Promise.all([buffer(stdout), buffer(stderr)]);
  const code = await runCommand(args, { ...env, TZ: "UTC" }, { stdout, stderr });
  stdout.end();
  stderr.end();
  const [out, error] = await written;
  return { code, stdout: String(out), stderr: String(error) };
}

const linesOf = ({ stdout }: { stdout: string }) => stdout.trimEnd().split("\n");

// The store is open throughout, as the server has it.
describe.each(DATABASES)("npm run requests, on %s", (kind) => {
  let database: TestDatabase;
  let store: RequestStore;
  let oldest: string;
  let newest: string;
  beforeAll(async () => {
    database = await openDatabase(kind);
    store = database.open({ channels: ["webhook"] });
  });
  beforeEach(async () => {
    await store.requests.erase({});
    await store.insert(MINIMAL_REQUIREMENT, "first", UNTIMED);
    await store.insert(FULL_REQUIREMENT, "second", UNTIMED);
    [newest = "", oldest = ""] = (await listRows(store)).map(({ id }) => referenceOf(id));
  });
  afterAll(() => database.close());

  const admin = (...args: string[]) => runAdmin(args, database.env);
  const insert = (changes: object) =>
    store.insert({ ...MINIMAL_REQUIREMENT, ...changes }, null, UNTIMED);
  const insertHeld = async (formUse: FormUse | null) => {
    await store.insert({ ...MINIMAL_REQUIREMENT, company: "Held" }, null, formUse);
    const [row] = await listRows(store);
    return referenceOf(row?.id ?? "");
  };
  const ageAll = () =>
    database.run(
      "update public.data_requirements set created_at = '2020-01-01T00:00:00.000+00:00'",
    );
  const companies = async () => (await listRows(store)).map(({ company }) => company);

  test("exports JSON lines, newest first, with every field as sent, and when the reply is due", async () => {
    const { code, stdout } = await admin("list", "--format", "jsonl");
    expect(code).toBe(0);
    const rows = linesOf({ stdout }).map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(rows).toMatchObject([
      { reference: newest, ...FULL_REQUIREMENT },
      { reference: oldest, ...MINIMAL_REQUIREMENT },
    ]);
    const [row = {}] = rows;
    const hours = Date.parse(String(row["reply_due"])) - Date.parse(String(row["created_at"]));
    expect(hours / 3_600_000).toBe(REPLY_PROMISE_HOURS);
  });

  test("exports and searches have what is held and replied to, unless an option says otherwise", async () => {
    const reference = await insertHeld(null);
    await admin("replied", oldest);
    expect(linesOf(await admin("list", "--format", "jsonl"))).toHaveLength(3);
    expect(linesOf(await admin("list", "--search", "ada@"))).toHaveLength(1 + 3);
    const held = await admin("list", "--held", "--search", "ada@", "--format", "jsonl");
    expect(linesOf(held)).toEqual([expect.stringContaining(reference)]);
  });

  test("exports to a file that only its user can read, in place of the one before", async () => {
    const folder = mkdtempSync(join(tmpdir(), "site-export-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const file = join(folder, "requests.jsonl");
    writeFileSync(file, "before", { mode: 0o644 });
    const ended = await admin("list", "--format", "jsonl", "--output", file);
    expect(ended).toEqual({ code: 0, stdout: "", stderr: "" });
    expect(readFileSync(file, "utf8")).toBe((await admin("list", "--format", "jsonl")).stdout);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readdirSync(folder)).toEqual(["requests.jsonl"]);
  });

  test("lists what waits for a reply, until it is marked as replied", async () => {
    const listed = linesOf(await admin());
    expect(listed).toHaveLength(3);
    expect(listed[1]).toMatch(new RegExp(`^${newest} .+ada@example.org`));
    expect(linesOf(await admin("list"))).toEqual(listed);

    const replied = { stdout: "Marked as replied: 1 request.\n" };
    expect(await admin("replied", oldest.toUpperCase())).toMatchObject(replied);
    const first = (await listRows(store))[1];
    expect(first).toMatchObject({ replied_via: "command" });
    await admin("replied", oldest);
    expect((await listRows(store))[1]).toEqual(first);
    expect((await admin()).stdout).not.toContain(oldest);
    expect((await admin("list", "--all")).stdout).toMatch(new RegExp(`${oldest} .+ replied `));

    const waiting = { stdout: "Waiting for a reply: 1 request.\n" };
    expect(await admin("unreplied", oldest)).toMatchObject(waiting);
    expect((await admin()).stdout).toContain(oldest);
  });

  test("lists what is overdue first, and says how many are not listed and how to list them", async () => {
    await insert({ company: "Replied" });
    const [row] = await listRows(store);
    await admin("replied", referenceOf(row?.id ?? ""));
    await insertHeld(null);
    await database.run(`
      update public.data_requirements set reply_due = '2020-01-01T00:00:00.000+00:00'
        where role_title is null`);
    const { stdout, stderr } = await admin();
    expect(linesOf({ stdout })[1]).toMatch(new RegExp(`^${oldest} .+ OVERDUE `));
    expect(linesOf({ stdout })[2]).toMatch(new RegExp(`^${newest} `));
    expect(stderr).toBe(
      "Times are in UTC.\nNot listed: 1 request with a reply (--all), 1 request held (--held).\n",
    );
    const found = linesOf(await admin("list", "--search", "ada@")).slice(1);
    expect(found[0]).toContain("OVERDUE");
    expect(found).toHaveLength(4);
  });

  test("lists and exports what was received within some days, or since a date", async () => {
    await ageAll();
    await insert({ company: "New" });
    for (const since of ["7d", "2020-01-02"]) {
      expect(linesOf(await admin("list", "--since", since)).slice(1)).toHaveLength(1);
      const lines = linesOf(await admin("list", "--since", since, "--format", "jsonl"));
      expect(lines).toEqual([expect.stringContaining('"New"')]);
    }
    expect(linesOf(await admin("list", "--since", "2020-01-01")).slice(1)).toHaveLength(3);
  });

  test("holds or erases whatever has a text, once the count is confirmed", async () => {
    await insert({ company: "100% Offers", timeline: "Buy now" });
    await insert({ company: "More 100% offers" });
    const counted = { code: 1, stdout: "", stderr: "Held: nothing. --yes holds 2 requests.\n" };
    expect(await admin("spam", "--search", "100% OFFERS")).toEqual(counted);
    await admin("spam", "--search", "100% OFFERS", "--yes");
    expect(linesOf(await admin("list", "--held")).slice(1)).toHaveLength(2);
    expect((await admin("erase", "--search", "buy now", "--yes")).stdout).toBe(
      "Erased: 1 request.\n",
    );
    expect(await companies()).toEqual([
      "More 100% offers",
      "Analytical Engines",
      "Analytical Engines",
    ]);
    const nothing = { code: 0, stdout: "Held: 0 requests.\n", stderr: "" };
    expect(await admin("spam", "--search", "not there")).toEqual(nothing);
  });

  test("lists 20 requests at most, and how many more there are", async () => {
    for (let index = 0; index < 21; index += 1) await insert({});
    const lines = linesOf(await admin());
    expect(lines).toHaveLength(1 + 20 + 1);
    expect(lines.at(-1)).toBe("and 3 more: add --all");
    expect(linesOf(await admin("list", "--all"))).toHaveLength(1 + 23);
  });

  test.each([
    ["FORCE", 1],
    ["$10k", 1],
    ["uter (key", 1],
    ["ada@", 2],
    ["not there", 0],
  ])("finds %j in any field and case of letters: %i", async (what, count) => {
    expect(linesOf(await admin("list", "--search", what)).slice(1)).toHaveLength(count);
  });

  test("shows one request in full, with its notifications", async () => {
    const { code, stdout } = await admin("show", newest);
    expect(code).toBe(0);
    for (const { label, value } of detailsOf(FULL_REQUIREMENT)) {
      expect(stdout).toContain(`\n${label} `);
      expect(stdout).toContain(`  ${value.split("\n")[0]}\n`);
    }
    expect(stdout).toMatch(/^Received +\w+, \d+ \w+ 20\d\d, \d\d:\d\d UTC$/m);
    expect(stdout).toMatch(/^Notified by webhook +not yet, after 0 attempts$/m);
  });

  test("prints a link to the list where PUBLIC_URL is set", async () => {
    const env = { ...database.env, PUBLIC_URL: "https://site.example" };
    const { code, stdout } = await runAdmin(["link"], env);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^https:\/\/site\.example\/r\/\?k=\w+\.[\w-]+\n$/);
    const stderr = "There are no links: set PUBLIC_URL.\n";
    expect(await admin("link")).toEqual({ code: 1, stdout: "", stderr });
  });

  test("notes something for colleagues, who see it in every list", async () => {
    expect((await admin("note", newest, "I'm on it – Ben")).stdout).toBe("Noted: 1 request.\n");
    for (const args of [["list"], ["list", "--search", "ben"], ["show", newest]]) {
      expect((await admin(...args)).stdout).toContain("I'm on it – Ben");
    }
    for (const format of ["csv", "jsonl"]) {
      expect((await admin("list", "--format", format)).stdout).toMatch(/on it – Ben.+20\d\d-/);
    }
    expect((await admin("note", newest, "")).stdout).toBe("Note removed: 1 request.\n");
    expect((await listRows(store))[0]).toMatchObject({ note: null, noted_at: null });
  });

  test("lists what is held apart, and announces it once it is released", async () => {
    const reference = await insertHeld(null);
    const listed = await admin();
    expect(listed.stdout).not.toContain(reference);
    expect(listed.stderr).toMatch(/^Not listed: 1 request held \(--held\)\.$/m);
    expect((await admin("list", "--all")).stdout).not.toContain(reference);
    const line = new RegExp(`\n${reference} .+ held: no-form `);
    expect((await admin("list", "--held")).stdout).toMatch(line);

    const released = { code: 0, stdout: "No longer held: 1 request.\n" };
    expect(await admin("not-spam", reference)).toMatchObject(released);
    const after = await admin();
    expect(after.stdout).toContain(reference);
    expect(after.stderr).not.toContain("Not listed");
    expect((await listRows(store))[0]?.deliveries).toMatchObject([{ channel: "webhook" }]);
  });

  test("holds what is marked as spam, and does not announce it", async () => {
    expect((await admin("spam", newest, oldest, newest)).stdout).toBe("Held: 2 requests.\n");
    expect(await listRows(store)).toMatchObject([
      { held_reason: "marked", deliveries: [] },
      { held_reason: "marked", deliveries: [] },
    ]);
  });

  test("holds nothing where one of several is nobody's", async () => {
    const stderr = "There is no request of 0000000f.\n";
    expect(await admin("spam", newest, "0000000f")).toEqual({ code: 1, stdout: "", stderr });
    expect((await listRows(store))[0]).toMatchObject({ held_reason: null });
  });

  test("erases what is certainly spam after 30 days, and never what a rule guessed", async () => {
    await insertHeld({ honeypot: "empty", fillMilliseconds: 10 });
    await insertHeld(null);
    await insertHeld({ honeypot: "filled", fillMilliseconds: null });
    await insertHeld({ honeypot: "probe", fillMilliseconds: null });
    await admin("spam", newest);
    expect((await admin("erase", "--spam", "--yes")).stdout).toBe("Erased: 0 requests.\n");
    await ageAll();
    expect((await admin("erase", "--spam", "--yes")).stdout).toBe("Erased: 4 requests.\n");
    const left = (await listRows(store)).map(({ held_reason }) => held_reason);
    expect(left).toEqual(["too-fast", null]);
  });

  test("erases what is older than a number of days, after counting it", async () => {
    await ageAll();
    await insert({ company: "New" });
    const counted = { code: 1, stdout: "", stderr: expect.stringContaining("erases 2 requests") };
    expect(await admin("erase", "--older-than", "180d")).toEqual(counted);
    expect(await listRows(store)).toHaveLength(3);
    const erased = { code: 0, stdout: "Erased: 2 requests.\n" };
    expect(await admin("erase", "--older-than", "180d", "--yes")).toMatchObject(erased);
    expect(await companies()).toEqual(["New"]);
  });

  test("erases only what every filter matches", async () => {
    await insertHeld(null);
    await insert({ email: "grace@example.org", company: "Old" });
    await ageAll();
    await insert({ email: "grace@example.org", company: "New" });
    const erase = (...filters: string[]) => admin("erase", ...filters, "--yes");
    const none = { code: 1, stdout: "" };
    expect(await erase("grace@example.org", "--spam")).toMatchObject(none);
    const nothing = { code: 0, stdout: "Erased: 0 requests.\n", stderr: "" };
    expect(await admin("erase", "--search", "grace", "--spam")).toEqual(nothing);
    await erase("--spam", "--older-than", "7d");
    await erase("grace@example.org", "--older-than", "7d");
    expect(await companies()).toEqual(["New", "Analytical Engines", "Analytical Engines"]);
  });

  test("marks and erases an address in every case of its letters, and no other", async () => {
    const spellings = ["JORG_%@example.de", "jorg_%@EXAMPLE.DE", "jorgx1@example.de"];
    for (const email of spellings) await insert({ email });
    const who = "Jorg_%@Example.de";
    expect((await admin("replied", who)).stdout).toBe("Marked as replied: 2 requests.\n");
    const unconfirmed = { code: 1, stderr: expect.stringContaining("--yes erases 2 requests") };
    expect(await admin("erase", who)).toMatchObject(unconfirmed);
    const erased = { code: 0, stdout: "Erased: 2 requests.\n" };
    expect(await admin("erase", who, "--yes")).toMatchObject(erased);
    const left = (await listRows(store)).map(({ email }) => email);
    expect(left).toEqual(["jorgx1@example.de", "ada@example.org", "ada@example.org"]);
  });

  test.each(["show", "replied", "not-spam", "erase"])("%s of nobody is an error", async (name) => {
    const stderr = "There is no request of nobody@example.org.\n";
    expect(await admin(name, "nobody@example.org")).toEqual({ code: 1, stdout: "", stderr });
  });

  test("status tells what waits, what is overdue or held, and which channel fails", async () => {
    await insertHeld(null);
    await insertHeld({ honeypot: "probe", fillMilliseconds: null });
    await database.run(`
      update public.data_requirements set reply_due = '2020-01-01T00:00:00.000+00:00'
        where role_title is null and held_reason is null`);
    await database.run("update private.outbox set queued_at = '2020-01-01T00:00:00.000+00:00'");
    const [delivery] = await store.outbox.claim("webhook", 1);
    const failed = { kind: "failed", error: "404 Not Found" } as const;
    if (delivery) await store.outbox.recordResult(delivery, failed);
    const { code, stdout } = await admin("status");
    expect(code).toBe(0);
    expect(stdout).toMatch(/^Waiting for a reply: 2 requests$/m);
    expect(stdout).toMatch(/^Overdue: 1 request$/m);
    expect(stdout).toMatch(/^Held: 1 request, since .+ 20\d\d, .+ UTC$/m);
    expect(stdout).toMatch(/^Sent by the probe: 1 request$/m);
    expect(stdout).toMatch(/^New requests are announced by: webhook$/m);
    expect(stdout).toMatch(/^Notifications not delivered yet: 2, of which 1 have failed$/m);
    expect(stdout).toMatch(/^Failing: webhook, since .+ 2020, .+ UTC: 404 Not Found$/m);
    expect(stdout).not.toContain("No server");

    await database.run(
      "update private.outbox set next_attempt_at = '2020-01-01T00:00:00.000+00:00'",
    );
    const unclaimed = (await admin("status")).stdout;
    expect(unclaimed).toMatch(/^No server sends by webhook: .+ remove-channel webhook$/m);
  });

  test("status counts the last eight weeks, and how long replies took", async () => {
    const day = (daysAgo: number) =>
      new Date(Date.now() - daysAgo * 86_400_000).toISOString().replace("Z", "+00:00");
    await insertHeld(null);
    await insert({ company: "Waiting" });
    await database.run(`
      update public.data_requirements set created_at = '${day(8)}';
      update public.data_requirements set replied_at = '${day(7.5)}' where role_title is null and company <> 'Waiting' and held_reason is null;
      update public.data_requirements set replied_at = '${day(7)}' where role_title is not null`);
    const weeks = (await admin("status")).stdout.split("\n\n")[1] ?? "";
    const [, current, last, ...others] = weeks.trimEnd().split("\n");
    expect(current).toMatch(/^\d{4}-\d\d-\d\d +0 +0 +0$/);
    expect(last).toMatch(/ 4 +2 +1 +18\.0$/);
    expect(others).toHaveLength(6);
  });

  test("a channel that was removed announces no new request", async () => {
    await admin("remove-channel", "webhook");
    onTestFinished(
      async () =>
        void (await database.run("insert into private.outbox_channels values ('webhook')")),
    );
    await insert({});
    expect((await listRows(store))[0]?.deliveries).toEqual([]);
    const { stdout } = await admin("status");
    expect(stdout).toContain("no channel is set\nReceived while no channel was set: 1 request\n");
  });

  test.for([
    [["lists"], '"lists" is no command'],
    [["--held"], '"--held" is no command'],
    [["list", "ada"], "Unexpected argument 'ada'"],
    [["list", "--yes"], "Unknown option '--yes'"],
    [["list", "--format", "xml"], '--format must be csv or jsonl, but is "xml".'],
    [["list", "--since", "soon"], "--since must be days or a date, such as 7d or 2026-11-25"],
    [["list", "--search"], "Option '--search <value>' argument missing"],
    [["show"], "Name one ID"],
    [["show", "a@b.co", "c@d.co"], "Name one ID"],
    [["note", "a@b.co"], "Name one ID, and the note in quotes"],
    [["note", "a@b.co", "n".repeat(501)], "A note has up to 500 characters, but not 501."],
    [["replied", "a@b.co", "c@d.co"], "Name one ID"],
    [["spam", "ada", "a@b.co"], '"ada" is neither a reference nor an e-mail address.'],
    [["spam"], "Name an ID, or --search TEXT"],
    [["spam", "a@b.co", "--search", "a", "--yes"], "names no ID"],
    [["spam", "--search", "", "--yes"], "--search needs a text"],
    [["erase", "--search", " ", "--yes"], "--search needs a text"],
    [["erase"], "Say what to erase"],
    [["erase", "--yes"], "Say what to erase"],
    [["erase", "a@b.co", "c@d.co", "--yes"], "Unexpected argument 'c@d.co'"],
    [["erase", "--older-than", "180"], '--older-than must be days, such as 180d, but is "180".'],
    [["erase", "--spam", "--dry-run"], "Unknown option '--dry-run'"],
    [["backup"], "Name one FILE"],
    [["remove-channel", "pigeon"], 'webhook or email, but not "pigeon"'],
    [["status", "all"], "Unexpected argument 'all'"],
  ] as const)("%j is one sentence and exit 1", async ([args, sentence]) => {
    const ended = await admin(...args);
    expect(ended).toMatchObject({ code: 1, stdout: "" });
    expect(ended.stderr).toContain(sentence);
    expect(ended.stderr.trimEnd()).not.toContain("\n");
    expect(await listRows(store)).toHaveLength(2);
  });
});

/** A file with one request, still open. */
async function openFile() {
  const database = await openDatabase("SQLite");
  onTestFinished(() => database.close());
  await database
    .open()
    .insert({ ...MINIMAL_REQUIREMENT, company: "Unforgettable Ltd" }, null, UNTIMED);
  return database;
}

describe("on SQLite, while a server runs,", () => {
  test("a backup is a working store that only its user can read", async () => {
    const { location, env } = await openFile();
    const file = join(dirname(location), "backup.sqlite");
    const args = ["server/admin/main.ts", "backup", file];
    execFileSync(process.execPath, args, { env });
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const copy = new DatabaseSync(file, { readOnly: true });
    expect(copy.prepare("pragma integrity_check").get()).toEqual({ integrity_check: "ok" });
    expect(copy.prepare("select count(*) as n from data_requirements").get()).toEqual({ n: 1 });
    copy.close();
  });

  test("nothing is reported as erased while another program reads it", async () => {
    const { location, env } = await openFile();
    const reader = new DatabaseSync(location, { readOnly: true });
    reader.exec("begin; select * from data_requirements");
    const erase = () => runAdmin(["erase", MINIMAL_REQUIREMENT.email, "--yes"], env);
    // The command waits for seconds.
    vi.useFakeTimers({ toFake: ["performance"] });
    const clock = setInterval(() => vi.advanceTimersByTime(1_000), 10);
    const unfinished = {
      code: 1,
      stdout: "",
      stderr: expect.stringContaining("run the command again"),
    };
    expect(await erase()).toMatchObject(unfinished);
    clearInterval(clock);
    vi.useRealTimers();
    reader.close();
    expect((await erase()).stderr).toMatch(/^There is no request of /);
    const files = globSync(`${location}*`).map((file) => readFileSync(file));
    expect(files.filter((file) => file.includes("Unforgettable"))).toEqual([]);
  });
});

test("an export that cannot be written is one sentence, and leaves nothing behind", async () => {
  const { env, location } = await openFile();
  const folder = join(dirname(location), "folder");
  mkdirSync(folder);
  for (const output of [folder, join(location, "file")]) {
    const ended = await runAdmin(["list", "--format", "csv", "--output", output], env);
    expect(ended).toMatchObject({ code: 1, stdout: "" });
    expect(ended.stderr).toMatch(/(folder|file) could not be written: .+\n$/);
  }
  expect(globSync(`${folder}*`)).toEqual([folder]);
});

test("help needs no database, and reading without one creates none", async () => {
  const env = { DATA_DIR: "/nonexistent" };
  expect(await runAdmin(["help"], env)).toMatchObject({ code: 0, stderr: "" });
  expect(await runAdmin(["list", "--format", "jsonl"], env)).toEqual({
    code: 1,
    stdout: "",
    stderr: expect.stringMatching(/^There are no requests in \/nonexistent yet: .+ DATA_DIR.+\n$/),
  });
});
