import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, renameSync, statSync, writeFileSync } from "node:fs";
import { createServer, type AddressInfo } from "node:net";
import { join } from "node:path";

import { Client } from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";

import { BUILDS, PAGES, SITE } from "../contract/build-output.ts";
import { INSERT_PATH } from "../contract/routes.ts";
import { createDatabase, ENGINES, SELECT_BLOCKED } from "../test-support/engines.ts";
import { install, type Installation } from "../test-support/installation.ts";
import type { SiteServer } from "../test-support/site-server.ts";
import { MINIMAL_REQUIREMENT } from "../test-support/valid-requirement.ts";

/** `TimeoutStopSec` in `deploy/request-site.service`. */
const STOP_TIMEOUT_MS = 15_000;

let installation: Installation;
let data: string;
beforeAll(() => {
  installation = install();
});
beforeEach(() => {
  data = mkdtempSync(join(installation.folder, "data-"));
});
afterAll(() => installation.remove());

function post({ origin }: SiteServer, body: unknown = MINIMAL_REQUIREMENT, key = "") {
  return fetch(origin + INSERT_PATH, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      connection: "close",
      ...(key !== "" && { "idempotency-key": key }),
    },
    body: typeof body === "string" ? body : JSON.stringify(body),
  });
}

describe("a start that fails", () => {
  async function run(env: NodeJS.ProcessEnv) {
    const { promise, resolve } = Promise.withResolvers<object>();
    const settings = { env: { ...process.env, DATA_DIR: data, PORT: "0", ...env } };
    const main = join(installation.folder, "server/main.ts");
    execFile(process.execPath, [main], settings, (error, stdout, stderr) =>
      resolve({ code: error?.code, stdout, stderr }),
    );
    return promise;
  }
  const failure = (sentence: RegExp) => ({
    code: 1,
    stdout: "",
    stderr: expect.stringMatching(sentence),
  });

  test.each([
    ["a wrong value", { PORT: "http" }, /^PORT must be .* "http"\.\n$/],
    [
      "a folder in a file",
      { DATA_DIR: "/dev/null/x" },
      /^The database .* cannot be used .* DATA_DIR.*\n$/,
    ],
  ])(
    "a server that cannot start because of %s says so in one sentence, and exits with 1",
    async (_what, env, sentence) => {
      expect(await run(env)).toEqual(failure(sentence));
    },
  );

  test("a server whose port is in use says so in one sentence, and exits with 1", async () => {
    const taken = createServer().listen(0, "127.0.0.1");
    await once(taken, "listening");
    const { port } = taken.address() as AddressInfo;
    expect(await run({ PORT: String(port) })).toEqual(
      failure(/^The server cannot listen \(.*address already in use.*\): set another PORT .*\n$/),
    );
    taken.close();
  });

  test.each([BUILDS, `${BUILDS}/current/${SITE}/index.html`, `${BUILDS}/current/${PAGES}`])(
    "a server whose build lacks %s says so in one sentence, and exits with 1",
    async (name) => {
      const path = join(installation.folder, name);
      renameSync(path, `${path}-aside`);
      expect(await run({})).toEqual(failure(/^There is no complete build .*npm run build.*\n$/));
      renameSync(`${path}-aside`, path);
    },
  );
});

describe("a running server", () => {
  test("a server prints its URL, the store and how to read requests; its log has no input", async () => {
    const server = await installation.start({ DATA_DIR: data });
    const requirement = { ...MINIMAL_REQUIREMENT, company: "Discreet Ltd" };
    const key = randomUUID();
    await post(server, requirement);
    await post(server, { ...requirement, email: "ada@" }, key);
    await post(server, { "Discreet Ltd": 1 });
    await post(server, "Discreet Ltd");
    await fetch(`${server.origin}/?email=ada@example.org`);
    await fetch(server.origin, { method: "DELETE" });
    const body = new URLSearchParams("email=ada@");
    await fetch(`${server.origin}/request`, { method: "POST", body });
    await server.stop();
    const [address, store, reading, ...log] = server.output().trimEnd().split("\n");
    expect([address, store, reading]).toEqual([
      `The site is at ${server.origin}`,
      `Requests are stored in ${join(data, "requests.sqlite")}`,
      'Read them with the command "requests" (docs/operations.md), or set DESK_PASSWORD to read them in a browser',
    ]);
    const lines = log.map((line) => JSON.parse(line) as Record<string, unknown>);
    const insert = { method: "POST", path: INSERT_PATH };
    expect(lines.filter(({ msg }) => msg === "request")).toEqual([
      expect.objectContaining({ ...insert, status: 201, level: 30 }),
      expect.objectContaining({ ...insert, status: 400, level: 30, code: "22P02" }),
      expect.objectContaining({ ...insert, status: 400, code: "PGRST204" }),
      expect.objectContaining({ ...insert, status: 400, code: "PGRST102" }),
      expect.objectContaining({ method: "GET", path: "/", status: 200 }),
      expect.objectContaining({ method: "DELETE", status: 404 }),
      expect.objectContaining({ path: "/request", status: 422, reason: "Invalid fields" }),
    ]);
    expect(log.join("\n")).not.toMatch(/Discreet|ada@|127\.0\.0\.1"/);
    expect(log.join("\n")).not.toContain(key);
  });

  test("a server that listens on every interface prints a URL that a browser opens", async () => {
    const server = await installation.start({ HOST: "0.0.0.0", TRUST_PROXY: "off" });
    expect(server.origin).toMatch(/^http:\/\/localhost:\d+$/);
    expect(await fetch(server.origin)).toMatchObject({ status: 200 });
    await server.stop();
  });

  test("only the server's user can read stored requests, and the server exits with 0 on SIGTERM", async () => {
    const folder = join(data, "new");
    const server = await installation.start({ DATA_DIR: folder });
    await post(server);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    for (const suffix of ["", "-wal", "-shm"]) {
      expect(statSync(join(folder, `requests.sqlite${suffix}`)).mode & 0o777).toBe(0o600);
    }
    await server.stop();
    expect(server.child.exitCode).toBe(0);
  });

  test.skipIf(ENGINES.length === 1)(
    "a server whose database does not respond stops before systemd kills it",
    async ({ onTestFinished }) => {
      const database = await createDatabase("PostgreSQL");
      onTestFinished(() => database.remove());
      const server = await installation.start(database.variables);
      const locking = new Client({ connectionString: database.location });
      await locking.connect();
      onTestFinished(() => locking.end());
      await locking.query("begin; lock table data_requirements");
      const posted = post(server).catch(() => null);
      await expect
        .poll(async () => (await locking.query(SELECT_BLOCKED)).rowCount)
        .toBeGreaterThan(0);
      server.child.kill("SIGTERM");
      await expect.poll(() => server.child.exitCode, { timeout: STOP_TIMEOUT_MS }).toBe(1);
      await posted;
    },
  );

  test("a server with a desk prints its URL, and logs neither password nor username", async () => {
    const password = "a long password";
    const server = await installation.start({ DATA_DIR: data, DESK_PASSWORD: password });
    const credentials = Buffer.from(`Ada:${password}`).toString("base64");
    const headers = { authorization: `Basic ${credentials}` };
    expect(await fetch(`${server.origin}/requests`, { headers })).toMatchObject({ status: 200 });
    await server.stop();
    expect(server.output()).toContain(`Read them at ${server.origin}/requests\n`);
    expect(server.output()).not.toMatch(new RegExp(`${password}|${credentials}|Ada`));
  });

  test("a server with a damaged database serves the site, and rejects requests", async () => {
    writeFileSync(join(data, "requests.sqlite"), "no database ".repeat(1_000));
    const server = await installation.start({ DATA_DIR: data });
    expect(await fetch(server.origin)).toMatchObject({ status: 200 });
    expect(await fetch(`${server.origin}/health`)).toMatchObject({ status: 503 });
    const rejected = await post(server);
    expect(rejected.status).toBe(503);
    expect(rejected.headers.get("retry-after")).toBe("2");
    await server.stop();
    const rejections = server.output().match(/^.*"status":503.*$/gm);
    expect(rejections).toEqual([
      expect.stringMatching(/"\/health".*"The database cannot be used".*it is damaged; stop the/),
      expect.stringMatching(/"POST".*"The database cannot be used".*it is damaged; stop the/),
    ]);
  });
});
