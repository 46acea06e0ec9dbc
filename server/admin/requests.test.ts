import { execFileSync } from "node:child_process";
import { globSync, readFileSync, statSync } from "node:fs";
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

import { UNTIMED } from "../../domain/spam.ts";
import { FIELDS, REPLY_PROMISE_HOURS } from "../../domain/data-requirement.ts";
import { referenceOf } from "../../domain/identifiers.ts";
import { DATABASES, openDatabase, type TestDatabase } from "../../test-support/databases.ts";
import { listRows } from "../../test-support/rows.ts";
import { FULL_REQUIREMENT, MINIMAL_REQUIREMENT } from "../../test-support/valid-requirement.ts";
import type { RequirementStore } from "../store/store.ts";
import { runCommand } from "./command.ts";

/** The command in this process, with no terminal to ask. */
async function runAdmin(args: string[], env: NodeJS.ProcessEnv) {
  const [stdin, stdout, stderr] = [new PassThrough(), new PassThrough(), new PassThrough()];
  const written = Promise.all([buffer(stdout), buffer(stderr)]);
  const code = await runCommand(args, { ...env, TZ: "UTC" }, { stdin, stdout, stderr });
  stdout.end();
  stderr.end();
  const [out, error] = await written;
  return { code, stdout: String(out), stderr: String(error) };
}

const linesOf = ({ stdout }: { stdout: string }) => stdout.trimEnd().split("\n");

// The store is open throughout, as the server has it.
describe.each(DATABASES)("npm run requests, on %s", (kind) => {
  let database: TestDatabase;
  let store: RequirementStore;
  let oldest: string;
  let newest: string;
  beforeAll(async () => {
    database = await openDatabase(kind);
    store = database.open({ channels: ["webhook"] });
  });
  beforeEach(async () => {
    await store.requirements.erase({});
    await store.insert(MINIMAL_REQUIREMENT, "first", UNTIMED);
    await store.insert(FULL_REQUIREMENT, "second", UNTIMED);
    [newest = "", oldest = ""] = (await listRows(store)).map(({ id }) => referenceOf(id));
  });
  afterAll(() => database.close());

  const admin = (...args: string[]) => runAdmin(args, database.env);
  const insert = (changes: object) =>
    store.insert({ ...MINIMAL_REQUIREMENT, ...changes }, null, UNTIMED);
  const held = async () => {
    await store.insert({ ...MINIMAL_REQUIREMENT, company: "Held" }, null, null);
    const [row] = await listRows(store);
    return referenceOf(row?.id ?? "");
  };
  const ageAll = () =>
    database.run(
      "update public.data_requirements set created_at = '2020-01-01T00:00:00.000+00:00'",
    );

  test("exports JSON lines, newest first, with the 11 fields as sent", async () => {
    const { code, stdout } = await admin("--format", "jsonl");
    expect(code).toBe(0);
    const rows = linesOf({ stdout }).map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(rows).toMatchObject([FULL_REQUIREMENT, MINIMAL_REQUIREMENT]);
    const [row = {}] = rows;
    expect(Object.keys(row)).toEqual([
      "id",
      "reference",
      "created_at",
      ...FIELDS,
      "reply_due",
      "replied_at",
      "held_reason",
      "idempotency_key",
      "deliveries",
    ]);
    const hours = Date.parse(String(row["reply_due"])) - Date.parse(String(row["created_at"]));
    expect(hours / 3_600_000).toBe(REPLY_PROMISE_HOURS);
  });

  test("lists what waits for a reply, until it is marked as replied", async () => {
    const listed = linesOf(await admin());
    expect(listed).toHaveLength(3);
    expect(listed[1]).toMatch(new RegExp(`^${newest} .+ada@example.org`));

    const replied = { stdout: "Marked as replied: 1 request.\n" };
    expect(await admin("--replied", oldest.toUpperCase())).toMatchObject(replied);
    const first = (await listRows(store))[1]?.replied_at;
    await admin("--replied", oldest);
    expect((await listRows(store))[1]?.replied_at).toBe(first);
    expect((await admin()).stdout).not.toContain(oldest);
    expect((await admin("--all")).stdout).toMatch(new RegExp(`${oldest} .+ replied `));
    expect(linesOf(await admin("--format", "jsonl"))).toHaveLength(2);

    const waiting = { stdout: "Waiting for a reply: 1 request.\n" };
    expect(await admin("--unreplied", oldest)).toMatchObject(waiting);
    expect((await admin()).stdout).toContain(oldest);
  });

  test("lists 20 requests at most, and how many more there are", async () => {
    for (let index = 0; index < 21; index += 1) await insert({});
    const lines = linesOf(await admin());
    expect(lines).toHaveLength(1 + 20 + 1);
    expect(lines.at(-1)).toBe("and 3 more: --all");
    expect(linesOf(await admin("--all"))).toHaveLength(1 + 23);
  });

  test.each([
    ["FORCE", 1],
    ["$10k", 1],
    ["uter (key", 1],
    ["ada@", 2],
    ["not there", 0],
  ])("finds %j in any field and case of letters: %i", async (what, count) => {
    expect(linesOf(await admin("--search", what)).slice(1)).toHaveLength(count);
  });

  test("shows one request in full, with its notifications", async () => {
    const { code, stdout } = await admin("--show", newest);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^Budget range +\$10k–\$50k$/m);
    expect(stdout).toMatch(/^Received +\w+, \d+ \w+ 20\d\d, \d\d:\d\d UTC$/m);
    expect(stdout).toMatch(/^Notified by webhook +not yet, after 0 attempts$/m);
  });

  test("lists what is held as spam apart, and announces it once it is not", async () => {
    const reference = await held();
    const listed = await admin();
    expect(listed.stdout).not.toContain(reference);
    expect(listed.stderr).toContain("Held as spam: 1 request (--held).");
    expect((await admin("--all")).stdout).not.toContain(reference);
    const line = new RegExp(`\n${reference} .+ spam: no-form `);
    expect((await admin("--held")).stdout).toMatch(line);

    const released = { code: 0, stdout: "No longer held as spam: 1 request.\n" };
    expect(await admin("--not-spam", reference)).toMatchObject(released);
    expect((await admin()).stdout).toContain(reference);
    expect((await listRows(store))[0]?.deliveries).toMatchObject([{ channel: "webhook" }]);
  });

  test("holds as spam what is marked, and does not announce it", async () => {
    expect(await admin("--spam", newest, "0000000f", newest)).toMatchObject({
      code: 1,
      stdout: "Held as spam: 1 request.\nHeld as spam: 0 requests.\n",
      stderr: "There is no request of 0000000f.\n",
    });
    const [row] = await listRows(store);
    expect(row).toMatchObject({ held_reason: "marked", deliveries: [] });
  });

  test("erases spam of more than 30 days", async () => {
    await held();
    expect((await admin("--erase-spam", "--yes")).stdout).toBe("Erased: 0 requests.\n");
    await ageAll();
    expect((await admin("--erase-spam", "--yes")).stdout).toBe("Erased: 1 request.\n");
    expect(await listRows(store)).toHaveLength(2);
  });

  test("erases what is older than a number of days, after counting it", async () => {
    await ageAll();
    await insert({ company: "New" });
    const counted = await admin("--erase-older-than", "180d", "--dry-run");
    expect(counted.stdout).toBe("Older than 180 days: 2 requests.\n");
    expect(await listRows(store)).toHaveLength(3);
    const erased = { code: 0, stdout: "Erased: 2 requests.\n" };
    expect(await admin("--erase-older-than", "180d", "--yes")).toMatchObject(erased);
    expect(await listRows(store)).toMatchObject([{ company: "New" }]);
  });

  test("marks and erases an address in every case of its letters, and no other", async () => {
    const spellings = ["JORG_%@example.de", "jorg_%@EXAMPLE.DE", "jorgx1@example.de"];
    for (const email of spellings) await insert({ email });
    const who = "Jorg_%@Example.de";
    expect((await admin("--replied", who)).stdout).toBe("Marked as replied: 2 requests.\n");
    const unconfirmed = { code: 1, stderr: expect.stringContaining("--yes") };
    expect(await admin("--erase", who)).toMatchObject(unconfirmed);
    const erased = { code: 0, stdout: "Erased: 2 requests.\n" };
    expect(await admin("--erase", who, "--yes")).toMatchObject(erased);
    const left = (await listRows(store)).map(({ email }) => email);
    expect(left).toEqual(["jorgx1@example.de", "ada@example.org", "ada@example.org"]);
  });

  test.each(["--show", "--replied", "--erase"])("%s of nobody is an error", async (option) => {
    const stderr = "There is no request of nobody@example.org.\n";
    expect(await admin(option, "nobody@example.org")).toEqual({ code: 1, stdout: "", stderr });
  });
});

describe("on SQLite, while a server runs,", () => {
  /** A file with one request, still open. */
  async function openFile() {
    const database = await openDatabase("SQLite");
    onTestFinished(() => database.close());
    await database
      .open()
      .insert({ ...MINIMAL_REQUIREMENT, company: "Unforgettable Ltd" }, null, UNTIMED);
    return database;
  }

  test("a backup is a working store that only its user can read", async () => {
    const { location, env } = await openFile();
    const file = join(dirname(location), "backup.sqlite");
    const args = ["server/admin/requests.ts", "--backup", file];
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
    const erase = () => runAdmin(["--erase", MINIMAL_REQUIREMENT.email, "--yes"], env);
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

test.for([
  [["--format", "xml"], '--format must be table, csv or jsonl, but is "xml".'],
  [["--erase", "ada"], '"ada" is neither a reference nor an e-mail address.'],
  [["--yes"], "--yes goes with --erase."],
  [["--format", "csv", "--erase", "a@b.co"], "Give one option at a time"],
  [["--spam", "ada", "a@b.co"], '"ada" is neither a reference nor an e-mail address.'],
  [["--backup"], "Option '--backup <value>' argument missing: see --help."],
] as const)("%j is one sentence and exit 1", async ([args, sentence]) => {
  const ended = await runAdmin([...args], {});
  expect(ended).toMatchObject({ code: 1, stdout: "" });
  expect(ended.stderr).toContain(sentence);
  expect(ended.stderr.trimEnd()).not.toContain("\n");
});

test("reading without a database creates none", async () => {
  const ended = await runAdmin(["--format", "jsonl"], { DATA_DIR: "/nonexistent" });
  const stderr = expect.stringContaining("no requests");
  expect(ended).toMatchObject({ code: 0, stdout: "", stderr });
});
