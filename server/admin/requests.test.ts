import { execFileSync } from "node:child_process";
import { globSync, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { PassThrough } from "node:stream";
import { buffer } from "node:stream/consumers";

import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { FIELDS, REPLY_PROMISE_HOURS } from "../../domain/data-requirement.ts";
import { referenceOf } from "../../domain/identifiers.ts";
import { FORMATS, listFormat, type FormatName } from "./formats.ts";
import { startTestDatabases } from "../../test-support/databases.ts";
import { openSqliteStore } from "../store/sqlite/store.ts";
import { listRows } from "../../test-support/rows.ts";
import { runCommand } from "./command.ts";
import { FULL_REQUIREMENT, MINIMAL_REQUIREMENT } from "../../test-support/valid-requirement.ts";

const folder = mkdtempSync(join(tmpdir(), "site-admin-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** The command in this process, with no terminal to ask. */
async function runAdmin(args: string[], env: NodeJS.ProcessEnv) {
  const [stdin, stdout, stderr] = [new PassThrough(), new PassThrough(), new PassThrough()];
  const written = Promise.all([buffer(stdout), buffer(stderr)]);
  const code = await runCommand(args, env, { stdin, stdout, stderr });
  stdout.end();
  stderr.end();
  const [out, error] = await written;
  return { code, stdout: String(out), stderr: String(error) };
}

const FORMULA = { ...FULL_REQUIREMENT, company: "=1+1", role_title: "\t@x", timeline: 'a "b",\nc' };

const { databases } = await startTestDatabases();

// Open throughout, as the server has it.
describe.each(databases)(
  "the admin command on $name, while a server runs",
  ({ env, open, run }) => {
    const store = open(["webhook"]);
    const admin = (...args: string[]) => runAdmin(args, { ...env, TZ: "UTC" });
    /** Ages the request of the company Old by years. */
    const age = () =>
      run(`update public.data_requirements set created_at = '2020-01-01T00:00:00.000+00:00'
        where company = 'Old'`);
    beforeAll(async () => {
      await store.insert(MINIMAL_REQUIREMENT, "first");
      await store.insert(FORMULA, "second");
    });
    afterAll(() => store.close());

    test("exports JSON lines, newest first, with the 11 fields as sent", async () => {
      const { code, stdout } = await admin("--format", "jsonl");
      const rows = stdout
        .trimEnd()
        .split("\n")
        .map((line) => JSON.parse(line) as Record<string, unknown>);
      expect(code).toBe(0);
      expect(rows).toEqual([
        expect.objectContaining(FORMULA),
        expect.objectContaining(MINIMAL_REQUIREMENT),
      ]);
      const [row = {}] = rows;
      expect(Object.keys(row)).toEqual([
        "id",
        "reference",
        "created_at",
        ...FIELDS,
        "reply_due",
        "replied_at",
        "suspected_spam",
        "idempotency_key",
        "deliveries",
      ]);
      const hours = Date.parse(String(row["reply_due"])) - Date.parse(String(row["created_at"]));
      expect(hours / 3_600_000).toBe(REPLY_PROMISE_HOURS);
    });

    test("exports CSV that a spreadsheet opens as it is, without formulas", async () => {
      const { stdout } = await admin("--format", "csv");
      const [newest] = await listRows(store);
      const [head, first] = stdout.split("\r\n");
      expect(head).toBe(
        `\uFEFFreference,id,created_at,reply_due,${FIELDS.join(",")},replied_at,suspected_spam`,
      );
      expect(first).toMatch(new RegExp(`^${referenceOf(newest?.id ?? "?")},`));
      expect(first).toContain(`,+44 20 7946 0000,'=1+1,"'\t'@x",`);
      expect(first).toContain('"a ""b"",\nc"');
      expect(first).toContain("UMI; Computer (Keyboard and Mouse)");
    });

    test("prints what waits for a reply by default, with the reference", async () => {
      const [newest, oldest] = await listRows(store);
      const lines = (await admin()).stdout.trimEnd().split("\n");
      expect(lines).toHaveLength(3);
      expect(lines[1]).toMatch(new RegExp(`^${referenceOf(newest?.id ?? "?")} .+ada@example.org`));

      const reference = referenceOf(oldest?.id ?? "?");
      const one = { stdout: "Marked as replied: 1 request.\n" };
      expect(await admin("--replied", reference.toUpperCase())).toMatchObject(one);
      expect((await admin()).stdout).not.toContain(reference);
      expect((await admin("--all")).stdout).toMatch(new RegExp(`${reference} .+ replied `));
      expect((await admin("--format", "jsonl")).stdout.trimEnd().split("\n")).toHaveLength(2);
      const again = { stdout: "Waiting for a reply: 1 request.\n" };
      expect(await admin("--unreplied", reference)).toMatchObject(again);
      expect((await admin()).stdout).toContain(reference);
    });

    test("prints 20 requests at most, and how many more there are", async () => {
      const email = "many@example.org";
      for (let index = 0; index < 21; index += 1) {
        await store.insert({ ...MINIMAL_REQUIREMENT, email }, null);
      }
      const lines = (await admin()).stdout.trimEnd().split("\n");
      expect(lines).toHaveLength(1 + 20 + 1);
      expect(lines.at(-1)).toBe("and 3 more: --all");
      expect((await admin("--all")).stdout.trimEnd().split("\n")).toHaveLength(1 + 23);
      expect(await admin("--erase", email, "--yes")).toMatchObject({ code: 0 });
    });

    test("searches all fields, in any case of the letters", async () => {
      const [newest] = await listRows(store);
      const found = async (text: string) =>
        (await admin("--search", text)).stdout.trimEnd().split("\n").slice(1);
      for (const text of ["FORCE", "$10k", "uter (key"]) {
        expect(await found(text), text).toHaveLength(1);
      }
      expect(await found("not there")).toEqual([]);
      expect(await found(referenceOf(newest?.id ?? "?"))).toHaveLength(1);
      expect(await found("ada@")).toHaveLength(2);
    });

    test("shows one request in full, with its notifications", async () => {
      const [newest] = await listRows(store);
      const { code, stdout } = await admin("--show", referenceOf(newest?.id ?? "?"));
      expect(code).toBe(0);
      expect(stdout).toMatch(/^Budget range +\$10k - \$50k$/m);
      expect(stdout).toMatch(/^Received +\w+, \d+ \w+ 20\d\d, \d\d:\d\d UTC$/m);
      expect(stdout).toMatch(/^Notified by webhook +not yet, after 0 attempts$/m);
      expect(stdout).toContain(newest?.id);
    });

    test("lists what is held as spam apart, announces it late, marks and erases it", async () => {
      await store.insert({ ...MINIMAL_REQUIREMENT, company: "Old" }, null, null);
      const [held] = await listRows(store);
      const reference = referenceOf(held?.id ?? "?");
      const listed = await admin();
      expect(listed.stdout).not.toContain(reference);
      expect(listed.stderr).toContain("Held as spam: 1 request (--held).");
      expect((await admin("--all")).stdout).not.toContain(reference);
      expect((await admin("--held")).stdout).toMatch(
        new RegExp(`\n${reference} .+ spam: no-form `),
      );
      expect(await store.outbox.backlog()).toMatchObject({ undelivered: 2, unannounced: 0 });

      const released = { code: 0, stdout: "No longer held as spam: 1 request.\n" };
      expect(await admin("--not-spam", reference)).toMatchObject(released);
      expect((await admin()).stdout).toContain(reference);
      expect((await listRows(store))[0]?.deliveries).toMatchObject([{ channel: "webhook" }]);

      const one = "Held as spam: 1 request.\n";
      expect(await admin("--spam", reference, "0000000f", reference)).toMatchObject({
        code: 1,
        stdout: `${one}Held as spam: 0 requests.\n`,
        stderr: "There is no request of 0000000f.\n",
      });
      expect((await listRows(store))[0]).toMatchObject({
        suspected_spam: "marked",
        deliveries: [],
      });

      expect((await admin("--erase-spam", "--yes")).stdout).toBe("Erased: 0 requests.\n");
      await age();
      expect((await admin("--erase-spam", "--yes")).stdout).toBe("Erased: 1 request.\n");
      expect(await listRows(store)).toHaveLength(2);
    });

    test.each(["--show", "--replied", "--erase"])("%s of nobody is an error", async (option) => {
      const ended = await admin(option, "nobody@example.org");
      const sentence = "There is no request of nobody@example.org.\n";
      expect(ended).toEqual({ code: 1, stdout: "", stderr: sentence });
    });

    test("marks and erases everything that an address sent, and reports how many", async () => {
      expect(await admin("--replied", "ada@example.org")).toMatchObject({
        stdout: "Marked as replied: 2 requests.\n",
      });
      expect(await admin()).toMatchObject({
        stderr: expect.stringContaining("No request waits for a reply"),
      });
      const asked = await admin("--erase", "ada@example.org");
      expect(asked).toMatchObject({ code: 1, stderr: expect.stringContaining("--yes") });
      expect(await admin("--erase", "ada@example.org", "--yes")).toMatchObject({
        code: 0,
        stdout: "Erased: 2 requests.\n",
      });
      expect(await admin("--format", "jsonl")).toMatchObject({ code: 0, stdout: "" });
    });

    test("erases an address in every case of its letters, and no other", async () => {
      const spellings = ["JORG_%@example.de", "jorg_%@EXAMPLE.DE", "jorgx1@example.de"];
      for (const email of spellings) await store.insert({ ...MINIMAL_REQUIREMENT, email }, null);
      const marked = await admin("--replied", "Jorg_%@Example.de");
      expect(marked.stdout).toBe("Marked as replied: 2 requests.\n");
      const erased = await admin("--erase", "Jorg_%@Example.de", "--yes");
      expect(erased.stdout).toBe("Erased: 2 requests.\n");
      const left = (await listRows(store)).filter(({ email }) => spellings.includes(email));
      expect(left).toMatchObject([{ email: "jorgx1@example.de" }]);
      expect(await store.requirements.erase({ who: "jorgx1@example.de" })).toBe(1);
      expect(await store.requirements.erase({ who: "jorgx1@example.de" })).toBe(0);
    });

    test("erases requests older than a number of days, after counting them", async () => {
      await store.insert({ ...MINIMAL_REQUIREMENT, company: "Old" }, null);
      await store.insert({ ...MINIMAL_REQUIREMENT, company: "New" }, null);
      await age();
      const counted = await admin("--erase-older-than", "180d", "--dry-run");
      expect(counted.stdout).toBe("Older than 180 days: 1 request.\n");
      const companies = async () => (await listRows(store)).map(({ company }) => company);
      expect(await companies()).toEqual(expect.arrayContaining(["Old", "New"]));
      expect(await admin("--erase-older-than", "180d", "--yes")).toMatchObject({
        code: 0,
        stdout: "Erased: 1 request.\n",
      });
      expect(await companies()).toContain("New");
      expect(await companies()).not.toContain("Old");
      await store.requirements.erase({ who: MINIMAL_REQUIREMENT.email });
    });
  },
);

test("a backup taken while the store is open is a working store", async () => {
  const store = openSqliteStore(join(folder, "requests.sqlite"));
  await store.insert(MINIMAL_REQUIREMENT, "in the backup");
  const file = join(folder, "backup.sqlite");
  execFileSync(process.execPath, ["server/admin/requests.ts", "--backup", file], {
    env: { DATA_DIR: folder },
  });
  await store.close();
  expect(statSync(file).mode & 0o777).toBe(0o600);
  const copy = new DatabaseSync(file, { readOnly: true });
  expect(copy.prepare("pragma integrity_check").get()).toEqual({ integrity_check: "ok" });
  expect(copy.prepare("select count(*) as n from data_requirements").get()).toMatchObject({ n: 1 });
  copy.close();
});

test("while another program reads the SQLite file, nothing is reported as erased", async () => {
  const place = mkdtempSync(join(folder, "read-"));
  const store = openSqliteStore(join(place, "requests.sqlite"));
  await store.insert({ ...MINIMAL_REQUIREMENT, company: "Unforgettable Ltd" }, null);
  const reader = new DatabaseSync(join(place, "requests.sqlite"), { readOnly: true });
  reader.exec("begin; select * from data_requirements");
  const args = ["--erase", MINIMAL_REQUIREMENT.email, "--yes"];
  const erase = () => runAdmin(args, { DATA_DIR: place });
  expect(await erase()).toMatchObject({
    code: 1,
    stdout: "",
    stderr: expect.stringContaining("close that program and run the command again"),
  });
  reader.close();
  expect(await erase()).toMatchObject({
    stderr: expect.stringMatching(/^There is no request of /),
  });
  const files = globSync(join(place, "*")).map((file) => readFileSync(file));
  expect(files.filter((file) => file.includes("Unforgettable"))).toEqual([]);
  await store.close();
});

describe("the admin command's options", () => {
  test.each([
    [["--nope"], "Unknown option '--nope': see --help."],
    [["--format", "xml"], '--format must be table, csv or jsonl, but is "xml".'],
    [["--erase", "ada"], '"ada" is neither a reference nor an e-mail address.'],
    [["--yes"], "--yes goes with --erase."],
    [["--format", "csv", "--erase", "a@b.co"], "Give one option at a time"],
    [["--spam", "ada", "a@b.co"], '"ada" is neither a reference nor an e-mail address.'],
    [["--show", "a@b.co", "c@d.co"], "Unexpected argument 'c@d.co': see --help."],
    [["--backup"], "Option '--backup <value>' argument missing: see --help."],
  ])("%j is one sentence and exit 1", async (args, sentence) => {
    const ended = await runAdmin(args, { DATA_DIR: folder });
    expect(ended).toMatchObject({ code: 1, stdout: "" });
    expect(ended.stderr).toContain(sentence);
    expect(ended.stderr.trimEnd()).not.toContain("\n");
  });

  test("reading without a database creates none", async () => {
    const env = { DATA_DIR: join(folder, "nothing") };
    const ended = await runAdmin(["--format", "jsonl"], env);
    expect(ended).toMatchObject({
      code: 0,
      stdout: "",
      stderr: expect.stringContaining("no requests"),
    });
  });
});

describe("an output line", () => {
  const row = {
    id: "1",
    created_at: "2026-11-20T12:00:00.000+00:00",
    ...MINIMAL_REQUIREMENT,
    idempotency_key: null,
    replied_at: null,
    reply_due: "2026-11-21T12:00:00.000+00:00",
    suspected_spam: null,
    deliveries: [],
  };
  const format = (kind: FormatName, now: string, more: object = {}) =>
    listFormat(kind, { now: Date.parse(now), timeZone: "Europe/Berlin" }).line({ ...row, ...more });
  const line = (now: string, more: object = {}) => format("table", now, more);

  test.each([
    ["=1+1", "'=1+1"],
    ["\t=1+1", "\"'\t'=1+1\""],
    ["a;=1+1", '"a;\'=1+1"'],
    ["a\t-1", '"a\t\'-1"'],
    ["\u0085＝1", "'＝1"],
    ["a-1, b", '"a-1, b"'],
    ["+44 (20) 1", "'+44 (20) 1"],
    ["+1\n+1", "\"'+1\n'+1\""],
  ])("has no formula in CSV: %j", (company, cell) => {
    const csv = format("csv", "2026-11-20T12:00:00Z", { company });
    expect(csv).toContain(`,+44 20 7946 0000,${cell},`);
  });

  test.each(FORMATS)("has no control character in %s", (kind) => {
    const controls = Array.from({ length: 0xa0 }, (_, code) => String.fromCharCode(code)).join("");
    const values = {
      full_name: `${controls}\u202e`,
      company: controls,
      hardware_setup: [controls],
    };
    const shown = format(kind, "2026-11-20T12:00:00Z", values);
    // Within quotes, CSV keeps line breaks and tabs.
    expect(kind === "csv" ? shown.replaceAll(/[\t\r\n]/g, "") : shown.trimEnd()).not.toMatch(
      /\p{Cc}/u,
    );
    if (kind === "jsonl") expect(JSON.parse(shown)).toMatchObject(values);
  });

  test("shows the provider's time when the reply is due, and whether it is overdue", () => {
    expect(line("2026-11-21T12:00:00Z")).toContain(
      "2026-11-20 13:00  2026-11-21 13:00            ",
    );
    expect(line("2026-11-21T12:00:01Z")).toContain("2026-11-21 13:00  OVERDUE");
  });

  test("shows whether the provider was notified", () => {
    const failing = { channel: "webhook", attempts: 3, delivered_at: null, last_error: "no" };
    expect(line("2026-11-20T12:00:00Z", { deliveries: [failing] })).toContain("FAILING");
  });
});
