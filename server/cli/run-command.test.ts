import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { text } from "node:stream/consumers";

import { afterEach, beforeEach, describe, expect, test } from "vitest";

import { DAY_MS } from "../../domain/durations.ts";
import { referenceOf } from "../../domain/identifiers.ts";
import type { SpamReason } from "../../domain/spam.ts";
import { createDatabase, ENGINES, type TestDatabase } from "../../test-support/engines.ts";
import {
  startWebhookReceiver,
  type WebhookReceiver,
} from "../../test-support/services/webhook-receiver.ts";
import { FULL_REQUIREMENT, MINIMAL_REQUIREMENT } from "../../test-support/valid-requirement.ts";
import { RequestStore } from "../store/store.ts";
import { runCommand } from "./run-command.ts";

let data: TestDatabase;
let settings: Record<string, string>;
beforeEach(() => {
  settings = {};
});
afterEach(() => data.remove());

async function insert(
  changes: object = {},
  { daysAgo = 0, spam = null as SpamReason | null } = {},
) {
  const store = data.open({ now: () => Date.now() - daysAgo * DAY_MS });
  const row = await store.insert({ ...MINIMAL_REQUIREMENT, ...changes }, null, spam);
  await store.close();
  return referenceOf(row?.id ?? "");
}

async function run(...args: string[]) {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  const output = Promise.all([text(stdout), text(stderr)]);
  const env = { ...data.variables, TZ: "UTC", ...settings };
  const code = await runCommand(args, env, { stdout, stderr });
  stdout.end();
  stderr.end();
  const [out, error] = await output;
  return { code, out, error };
}

const companies = async () => (await data.rows()).map(({ company }) => company);

describe.each(ENGINES)("on %s", (engine) => {
  beforeEach(async () => {
    data = await createDatabase(engine);
  });

  describe("the list", () => {
    test("the list shows waiting requests by due date, and this week's suspected spam", async () => {
      await insert({ company: "Overdue Ltd" }, { daysAgo: 3 });
      await insert({ company: "Spam Ltd" }, { spam: "honeypot" });
      await insert({ company: "Waits Ltd" });
      const { code, out } = await run();
      expect(code).toBe(0);
      expect(out).toMatch(
        /Overdue since .*Overdue Ltd.*\n.*Due .*Waits Ltd.*\n2 waiting for a reply/,
      );
      expect(out).toMatch(/\nLooks like spam, this week \(1\):\n.*a hidden field was .*Spam Ltd/);
      expect(out).toContain("DESK_PASSWORD");
    });

    test("the list says which channel fails", async () => {
      await insert();
      await data.open({ channels: ["mail"] }).outbox.recordFailure("mail", "535, AUTH PLAIN");
      expect((await run()).out).toMatch(
        /\nMail has been failing since \S+ \S+ \(535, AUTH PLAIN\)\./,
      );
    });

    test("the list shows control characters that a visitor typed by their codes", async () => {
      await insert({ company: "a\u202E\u001B[2Jb" });
      expect((await run()).out).toContain("a<U+202E><U+001B>[2…");
    });
  });

  describe("a name", () => {
    test("an ambiguous reference lists both requests, and each ID names one", async () => {
      const reference = await insert({ company: "First Ltd" });
      const id = `00000000-0000-4000-8000-0000${reference}`;
      await data.open().insert({ ...MINIMAL_REQUIREMENT, company: "Second Ltd" }, id, null);
      const { code, error } = await run("erase", reference, "--yes");
      expect(code).toBe(1);
      const [sentence, ...matches] = error.trimEnd().split("\n");
      expect(sentence).toBe(
        `Several requests have the reference ${reference}; name one by its ID:`,
      );
      expect(matches).toEqual([
        expect.stringMatching(/^\S{36}  \d{4}-\d\d-\d\d \d\d:\d\d  First Ltd  ada@example.org$/),
        expect.stringContaining(id),
      ]);
      expect(await companies()).toHaveLength(2);
      expect(await run("erase", id.toUpperCase(), "--yes")).toMatchObject({ code: 0 });
      expect(await companies()).toEqual(["First Ltd"]);
    });

    test.each([
      [["erase", "00000000", "--yes"], "There is no request 00000000."],
      [["backup"], 'Name one FILE: see "help".'],
      [["backup", ""], 'Name one FILE: see "help".'],
      [["nope"], 'Unknown command "nope": see "help".'],
      [["copy", "none.sqlite"], "There is no database none.sqlite."],
      [["copy", "postgres:x"], "There is no database postgres:x."],
      [["copy", "OLD_URL"], "There is no database OLD_URL, and no variable OLD_URL is set."],
      [["copy", "postgres://u:p#w@h/db"], 'SOURCE has an "@" after '],
      [["copy", "mysql://u:pw@h/db"], "SOURCE must be a URL of the form postgres:"],
      [["erase"], "Name what to erase: "],
      [["erase", "", "--yes"], "The ID or email is empty; nothing was erased."],
      [["erase", " ", "--yes"], "The ID or email is empty; nothing was erased."],
      [["erase", "ada", "", "--yes"], "The ID or email is empty; nothing was erased."],
      [["erase", "ada", "--yes"], '"ada" is neither an ID nor an email: see "help".'],
      [["erase", "ada@example.org", "eve@example.org", "--yes"], "Name one ID or email: "],
      [["erase", "--older-than", "180"], '--older-than must be days, such as 180d, but is "180".'],
      [["--spam"], "Unknown option '--spam': see \"help\"."],
      [["--nope"], "Unknown option '--nope': see \"help\"."],
    ])("the command rejects %j in one sentence, and changes nothing", async (args, sentence) => {
      await insert();
      const before = await data.rows();
      const { code, out, error } = await run(...args);
      expect({ code, out }).toEqual({ code: 1, out: "" });
      expect(error.startsWith(sentence)).toBe(true);
      expect(await data.rows()).toEqual(before);
    });
  });

  describe("erasing", () => {
    beforeEach(async () => {
      await insert({ company: "old" }, { daysAgo: 200 });
      await insert({ company: "casino", email: "Eve@example.org" }, { spam: "link" });
      await insert({ company: "old casino" }, { daysAgo: 200, spam: "link" });
      await insert({ company: "new", email: "steve@example.org" });
    });

    test.each([
      [
        ["--older-than", "180d"],
        ["casino", "new"],
      ],
      [["eve@EXAMPLE.org"], ["old", "old casino", "new"]],
    ])("erase %j lists its requests, and erases them with --yes at once", async (args, left) => {
      const { code, out } = await run("erase", ...args);
      expect(code).toBe(0);
      expect(out).toMatch(
        /\n(1 request matches\. Add --yes to erase it|2 .+ match\. .+ them)\.\n$/,
      );
      expect(await companies()).toHaveLength(4);
      expect(await run("erase", ...args, "--yes")).toMatchObject({ code: 0 });
      expect((await companies()).toSorted()).toEqual(left.toSorted());
    });

    test("the preview lists at most twenty requests, and counts all", async () => {
      for (let count = 0; count < 25; count += 1)
        await insert({ company: "old" }, { daysAgo: 200 });
      const { out } = await run("erase", "--older-than", "180d");
      expect(out.match(/@/g)).toHaveLength(20);
      expect(out).toMatch(/\n27 requests match\. /);
    });

    test("if nothing matches, nothing is erased, and the command succeeds", async () => {
      expect(await run("erase", "nobody@example.org", "--yes")).toEqual({
        code: 0,
        out: "Erased: 0 requests.\n",
        error: "",
      });
    });
  });

  test("a copy from the database that a variable names shows its progress, and is used after --finish", async () => {
    const source = await createDatabase("SQLite");
    const store = source.open();
    for (let count = 0; count < 1_100; count += 1) {
      await store.insert(MINIMAL_REQUIREMENT, null, null);
    }
    settings = { OLD_DATABASE: source.location };
    const { out } = await run("copy", "OLD_DATABASE");
    expect(out).toMatch(
      /^Copying from .+\nCopied 1\d+ of 1100 requests\.\nCopied all: 1100 requests\.\n/,
    );
    expect(out).toMatch(/stop the server, and repeat this with --finish\.\n$/);
    expect((await run()).error).toMatch(/a copy that is not finished/);
    await store.close();
    expect(await run("copy", "OLD_DATABASE", "--finish")).toMatchObject({ code: 0 });
    expect((await run()).out).toContain("1100 waiting for a reply");
    await source.remove();
  });

  test("one person's requests are exported by email, including spam", async () => {
    await insert({ company: "first" });
    await insert({ company: "second", email: "ADA@example.org" }, { spam: "link" });
    await insert({ company: "another's", email: "eve@example.org" });
    const { out } = await run("export", "ada@EXAMPLE.org");
    expect(out).toMatch(/,second,[^]*,first,/);
    expect(out).not.toContain("another's");
    expect((await run("export", "nobody@example.org")).error).toBe(
      "There is no request from nobody@example.org.\n",
    );
  });

  describe("notify", () => {
    let receiver: WebhookReceiver;
    beforeEach(async () => {
      receiver = await startWebhookReceiver();
      const secret = `whsec_${Buffer.alloc(24).toString("base64")}`;
      settings = { WEBHOOK_URL: receiver.url, WEBHOOK_SECRET: secret };
      // The first run registers the channel.
      await data.open().check();
      expect(await run("notify")).toEqual({ code: 0, out: "", error: "" });
    });
    afterEach(() => receiver.stop());

    const types = () =>
      receiver.received.map(({ body }) => (JSON.parse(body) as { type: string }).type);

    test("notify sends what is due once, and the count of suspected spam", async () => {
      await insert();
      await insert({}, { spam: "honeypot" });
      expect(await run("notify")).toMatchObject({ code: 0 });
      expect(types().toSorted()).toEqual(["data_requirement.created", "spam"]);
      expect(await run("notify")).toEqual({ code: 0, out: "", error: "" });
      expect(receiver.received).toHaveLength(2);
    });

    test("notify announces a request that another program has inserted", async () => {
      await data.query(`insert into data_requirements (id, created_at, reply_due, email) values (
        '00000000-0000-4000-8000-000000000001', '2026-11-26T08:00:00.000+00:00',
        '2026-11-27T08:00:00.000+00:00', 'direct@example.org')`);
      expect(await run("notify")).toMatchObject({ code: 0 });
      expect(receiver.received[0]?.body).toContain("direct@example.org");
    });

    test("if a channel fails, notify exits with 1, and says why", async () => {
      receiver.statuses.push(503);
      await insert();
      const { code, out, error } = await run("notify");
      expect({ code, error }).toEqual({ code: 1, error: "Not everything could be delivered.\n" });
      expect(out).toMatch(/^notification failed: .*"reason":"503"/);
      expect((await run()).out).toMatch(/The webhook has been failing/);
    });
  });
});

test.skipIf(ENGINES.length === 1)("backup names pg_dump for PostgreSQL", async () => {
  data = await createDatabase("PostgreSQL");
  await insert();
  const { code, error } = await run("backup", "/nowhere/backup.sqlite");
  expect(code).toBe(1);
  expect(error).toMatch(/^Back up PostgreSQL with pg_dump/);
});

describe("files", () => {
  let folder: string;
  beforeEach(async () => {
    data = await createDatabase("SQLite");
    folder = data.variables["DATA_DIR"] ?? "";
  });

  test("an exported file replaces another once it is complete, and only its user can read it", async () => {
    await insert(FULL_REQUIREMENT);
    const file = join(folder, "requests.csv");
    writeFileSync(file, "old", { mode: 0o644 });
    await run("export", "--output", file);
    // `text()` has removed the BOM from the command's output.
    expect(readFileSync(file, "utf8")).toBe(`\uFEFF${(await run("export")).out}`);
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  test("an export that the disk cuts in the last line fails, and leaves the earlier file", async () => {
    // A write that reaches the limit of 64 KiB is cut without an error.
    await insert({ company: "x".repeat(65_536) });
    const file = join(folder, "requests.csv");
    writeFileSync(file, "old");
    const command = 'ulimit -f 64; exec "$0" server/cli/main.ts export --output "$1"';
    const { status, stderr } = spawnSync("bash", ["-c", command, process.execPath, file], {
      env: { ...process.env, ...data.variables },
      encoding: "utf8",
    });
    expect({ status, stderr }).toMatchObject({
      status: 1,
      stderr: expect.stringMatching(/requests\.csv could not be written: EFBIG/),
    });
    expect(readFileSync(file, "utf8")).toBe("old");
  });

  test("a backup has every request of the database", async () => {
    await insert();
    const file = join(folder, "backup.sqlite");
    expect(await run("backup", file)).toMatchObject({ code: 0 });
    const copy = new RequestStore(file, { user: "command" });
    expect(await copy.find({})).toEqual(await data.rows());
    await copy.close();
  });

  test.for(["backup", "export --output"])(
    "%s does not replace the database that the server has open",
    async (command) => {
      await insert();
      const { code, error } = await run(...command.split(" "), data.location);
      expect(code).toBe(1);
      expect(error).toMatch(/requests\.sqlite is the database itself: name another file\.$/m);
      expect(await companies()).toHaveLength(1);
    },
  );

  test("a damaged database is not backed up over an earlier backup, and the provider is notified", async () => {
    for (let count = 0; count < 50; count += 1) await insert(FULL_REQUIREMENT);
    const file = join(folder, "backup.sqlite");
    await run("backup", file);
    const earlier = readFileSync(file);
    const damaged = readFileSync(data.location);
    damaged.fill(7, damaged.length - 4_096);
    writeFileSync(data.location, damaged);
    const before = readdirSync(folder);
    const receiver = await startWebhookReceiver();
    const secret = Buffer.alloc(24).toString("base64");
    const webhook = { WEBHOOK_URL: receiver.url, WEBHOOK_SECRET: `whsec_${secret}` };
    settings = { ...webhook, DESK_PASSWORD: "too short" };
    const { code, error } = await run("backup", file, "--notify");
    await receiver.stop();
    expect(code).toBe(1);
    expect(error).toMatch(/^The database \S+ is damaged, .+\.\nNotified by webhook\.\n$/);
    expect(JSON.parse(receiver.received[0]?.body ?? "")).toMatchObject({ type: "backup" });
    expect(readFileSync(file)).toEqual(earlier);
    expect(readdirSync(folder)).toEqual(before);
  });

  test("a file that cannot be written is named, and nothing of it is left", async () => {
    await insert();
    const before = readdirSync(folder);
    const { code, error } = await run("backup", join(folder, "none/backup.sqlite"));
    expect(code).toBe(1);
    expect(error).toMatch(/backup\.sqlite could not be written: ENOENT/);
    expect(readdirSync(folder)).toEqual(before);
  });

  test("without a database, the command says so and creates none", async () => {
    const { code, error } = await run();
    expect(code).toBe(1);
    expect(error).toMatch(/^There is no database .+ If it was deleted, restore a backup/);
    expect(readdirSync(folder)).toEqual([]);
  });
});
