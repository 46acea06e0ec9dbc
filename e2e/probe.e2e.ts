import { once } from "node:events";
/** `npm run probe` on deployments of our server, whole and broken. */
import {
  cpSync,
  globSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { openStore } from "../server/store/open-store.ts";
import { runProbe } from "../test-support/e2e/probe.ts";
import { expect, test } from "../test-support/e2e/site.ts";
import { startMailbox } from "../test-support/mailbox.ts";
import { startNginx } from "../test-support/nginx.ts";
import { freePort, installed } from "../test-support/programs.ts";
import { listRows } from "../test-support/rows.ts";
import { startSite, type SiteServer } from "../test-support/site-server.ts";
import { startWebhookReceiver } from "../test-support/webhook-receiver.ts";

test("a site that works: a marked request is stored", async ({ site }) => {
  const { status, output } = await runProbe([site.origin]);
  expect(output).toContain("A marked request was stored");
  expect(status).toBe(0);
  expect(await listProbes(site)).toHaveLength(1);
});

test("with the database at hand the request is read back and erased", async ({ site }) => {
  const before = await listProbes(site);
  const { status, output } = await runProbe([site.origin], { DATA_DIR: site.dataFolder });
  expect(output).toContain("It was read back");
  expect(status).toBe(0);
  expect(await listProbes(site)).toEqual(before);
});

test("another database than the page's is noticed", async ({ site }) => {
  const other = await startSite();
  const { failures } = await runProbe([site.origin], { DATA_DIR: other.dataFolder });
  await other.stop();
  expect(failures).toEqual([expect.stringContaining("set DATABASE_URL or DATA_DIR")]);
});

/** What a deployment can get wrong, and the one sentence that says so. */
const BREAKS: [string, (dist: string) => void, RegExp][] = [
  [
    "a page that a host has rewritten",
    (dist) => edit(dist, "index.html", '<script type="module">', "$&/* rewritten */"),
    /Content-Security-Policy lacks 'sha256-\S+, so that browsers block the page's own script/,
  ],
  [
    "a missing script",
    (dist) => globSync(join(dist, "assets/hydrate-*")).forEach((file) => rmSync(file)),
    /hydrate-\S+\.js does not load: its status is 404 and its type text\/html/,
  ],
  [
    "a page of somebody else",
    (dist) => edit(dist, "index.html", /.+/s, "<h1>Welcome to nginx!</h1>"),
    /is a page without this site's form; check the address/,
  ],
];

for (const [title, breakIt, sentence] of BREAKS) {
  test(`${title}: one sentence that says what to do`, async () => {
    const { status, failures, left } = await probeCopy(breakIt);
    expect(failures).toEqual([expect.stringMatching(sentence)]);
    expect(status).toBe(1);
    expect(left).toEqual([]);
  });
}

test("a web server that accepts anything in place of the backend is noticed", async () => {
  const server = createServer((_request, response) => response.end("{}")).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const { failures } = await probeCopy((dist) => {
    const backend = `data-rest-url="http://127.0.0.1:${port}"`;
    edit(dist, "index.html", 'action="/request"', backend);
    edit(dist, "headers.json", /.+/s, "[]");
  });
  server.close();
  expect(failures).toContainEqual(
    expect.stringMatching(/returns no row, .+; check that this address is PostgREST's/),
  );
});

test("on a host that cannot set headers, at another address than the site's, without a privacy notice: warnings", async () => {
  const { status, failures, warnings } = await probeCopy((dist) =>
    edit(dist, "headers.json", /.+/s, "[]"),
  );
  expect(warnings).toEqual([
    expect.stringMatching(/names \S+ as the site's origin: .+; correct origin in site\/site\.ts/),
    expect.stringMatching(/lacks headers of its build: Content-Security-Policy, .+; publish/),
    expect.stringMatching(/no privacy notice: set privacyUrl/),
  ]);
  expect(failures).toEqual([]);
  expect(status).toBe(0);
});
test("bad input is one sentence", async () => {
  const port = await freePort();
  for (const [args, sentence] of [
    [[], /^The address must be .* but is missing\.$/],
    [["www.example.com"], /^The address must be .* but is "www\.example\.com"\.$/],
    [
      ["http://www.example.com"],
      /^The page must be encrypted: probe https:\/\/www\.example\.com\//,
    ],
    [["https://probe.invalid"], /^failed .*probe\.invalid does not exist; check the address/],
    [[`https://127.0.0.1:${port}`], /^failed .*nothing listens there; start the server/],
    [["https://www.example.com", "--notifi"], /^The address must be .* no option but --notify\.$/],
    [["https://www.example.com", "--notify"], /^--notify needs WEBHOOK_URL or SMTP_URL/],
  ] as const) {
    const { status, output } = await runProbe([...args]);
    expect(output.trim()).toMatch(sentence);
    expect(output.trim()).not.toContain("\n");
    expect(status).toBe(1);
  }
});

test("a failed probe notifies by webhook and mail, one that succeeds does not", async ({
  site,
}) => {
  const [receiver, mailbox] = [await startWebhookReceiver(), await startMailbox()];
  const secret = `whsec_${Buffer.from("a secret of at least 24 bytes").toString("base64")}`;
  const webhook = { WEBHOOK_URL: receiver.url, WEBHOOK_SECRET: secret };
  const mail = { SMTP_URL: mailbox.url, NOTIFY_EMAIL: "sales@example.com" };
  const broken = `http://127.0.0.1:${await freePort()}`;

  await runProbe([site.origin, "--notify"], webhook);
  await runProbe([broken, "--notify"], webhook);
  await runProbe([broken, "--notify"], mail);
  expect(receiver.received.map(({ body }) => JSON.parse(body) as unknown)).toMatchObject([
    { type: "probe", data: { url: `${broken}/`, problems: [expect.stringContaining("listens")] } },
  ]);
  expect(mailbox.messages).toEqual([
    expect.stringMatching(/^Subject: Visitors may not be able to send/m),
  ]);
  expect(mailbox.messages[0]).toContain("nothing listens there");
  await Promise.all([receiver.stop(), mailbox.stop()]);
});

test.describe("through nginx", () => {
  const program = installed("openssl") && installed("nginx");
  test.skip(program === undefined, "nginx or openssl is not installed here");

  for (const [title, trusted, sentence] of [
    ["a certificate of an authority: it works", true, null],
    ["a certificate that nobody trusts", false, /self-signed, and no browser trusts it; get/],
  ] as const) {
    test(title, async ({ site }) => {
      const nginx = await startNginx(program ?? "", Number(new URL(site.origin).port));
      const env = {
        DATA_DIR: site.dataFolder,
        ...(trusted && { NODE_EXTRA_CA_CERTS: nginx.caFile }),
      };
      const { status, failures } = await runProbe([nginx.https], env);
      await nginx.stop();
      expect(failures).toEqual(sentence ? [expect.stringMatching(sentence)] : []);
      expect(status).toBe(sentence ? 1 : 0);
    });
  }
});

async function listProbes({ dataFolder }: SiteServer) {
  const store = openStore({ dataFolder, database: null }, { user: "admin" });
  const rows = await listRows(store);
  await store.close();
  return rows.filter(({ email }) => email.startsWith("probe-"));
}

/** Probes a server with a copy of the site that is broken. */
async function probeCopy(breakIt: (dist: string) => void) {
  const folder = mkdtempSync(join(tmpdir(), "site-broken-"));
  for (const part of ["server", "domain", "supabase", "package.json", "dist", "build"]) {
    cpSync(part, join(folder, part), { recursive: true });
  }
  symlinkSync(join(process.cwd(), "node_modules"), join(folder, "node_modules"));
  breakIt(join(folder, "dist"));
  const site = await startSite({}, { folder });
  const result = await runProbe([site.origin], { DATA_DIR: site.dataFolder });
  const left = await listProbes(site);
  await site.stop();
  rmSync(folder, { recursive: true });
  return { ...result, left };
}

function edit(dist: string, file: string, from: string | RegExp, to: string): void {
  const path = join(dist, file);
  const text = readFileSync(path, "utf8");
  const edited = text.replace(from, to);
  if (edited === text) throw new Error(`${file} has no ${String(from)}`);
  writeFileSync(path, edited);
  // The server prefers them.
  for (const suffix of [".br", ".gz"]) rmSync(path + suffix, { force: true });
}
