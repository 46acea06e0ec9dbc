/** Tests direct inserts on a PostgreSQL with Supabase's grants, behind a real PostgREST. */
import { PassThrough } from "node:stream";

import { PostgrestClient } from "@supabase/postgrest-js";
import { escapeIdentifier, escapeLiteral } from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from "vitest";

import type { DataRequirement } from "../../domain/data-requirement.ts";
import { HOUR_MS } from "../../domain/durations.ts";
import { definitionOf, FIELDS, REQUIRED_FIELDS, SYSTEM_COLUMNS } from "../../domain/fields.ts";
import { REPLY_PROMISE_HOURS } from "../../domain/reply-promise.ts";
import { findSpamReason } from "../../domain/spam.ts";
import { VALID_VALUES, INVALID_VALUES } from "../../test-support/field-values.ts";
import {
  findPostgresProblem,
  startPostgres,
  type HostedCluster,
  type HostedDatabase,
} from "../../test-support/services/postgres.ts";
import { hasPostgrest, startPostgrest } from "../../test-support/services/postgrest.ts";
import { startWebhookReceiver } from "../../test-support/services/webhook-receiver.ts";
import {
  ADA,
  FULL_REQUIREMENT,
  MINIMAL_REQUIREMENT,
} from "../../test-support/valid-requirement.ts";
import { runCommand } from "../cli/run-command.ts";
import { readChannels } from "../notifications/channels.ts";
import { startOutboxWorker } from "../notifications/outbox-worker.ts";
import { RequestStore } from "./store.ts";

type Sent = { body?: unknown; headers?: Record<string, string>; query?: string; prefer?: string };

const ONCE: Sent = {
  query: "select=*",
  prefer: "return=representation,resolution=ignore-duplicates",
};
const TABLE = "public.data_requirements";
const insertOf = (row: Record<string, string>) =>
  `insert into ${TABLE} (${Object.keys(row).map(escapeIdentifier).join()})
   values (${Object.values(row).map(escapeLiteral).join()})`;
const INSERT = insertOf({ ...ADA, full_name: "Eve", email: "eve@example.org" });

const problem = findPostgresProblem() ?? (hasPostgrest ? null : "PostgREST does not run here");
const skipped = problem === null ? "" : `, not tested: ${problem}`;

let cluster: HostedCluster;
let hosted: HostedDatabase;
let api: Awaited<ReturnType<typeof startPostgrest>>;
const stops: (() => Promise<void>)[] = [];
beforeAll(async () => {
  cluster = await startPostgres();
  stops.unshift(() => cluster.stop());
  hosted = await cluster.createDatabase();
  api = await startPostgrest(hosted.authenticatorUrl);
  stops.unshift(() => api.stop());
});
afterAll(async () => {
  for (const stop of stops) await stop();
});

describe.skipIf(skipped)(`the hosted backend${skipped}`, () => {
  beforeEach(async () => {
    await hosted.run(`
      delete from ${TABLE};
      delete from public.request_notifications;
      delete from private.insert_counts;
      update private.insert_limits set address_header = null`);
  });

  const addChannels = async (...channels: string[]) => {
    for (const channel of channels) {
      await hosted.run(`
        insert into public.request_notifications (subject, channel, queued_at, next_attempt_at, is_spam)
        values ('channel', '${channel}', now(), now(), false)`);
    }
  };
  const rows = () => hosted.run(`select * from ${TABLE} order by created_at desc`);
  const send = async (method: string, { body, headers, query = "select=*", ...sent }: Sent) => {
    const response = await fetch(`${api.url}/data_requirements?${query}`, {
      method,
      headers: {
        "content-type": "application/json",
        prefer: sent.prefer ?? "return=representation",
        ...headers,
      },
      ...(method !== "GET" && { body: JSON.stringify(body ?? MINIMAL_REQUIREMENT) }),
    });
    return { status: response.status, body: (await response.json()) as unknown };
  };
  const post = (sent: Sent = {}) => send("POST", sent);
  const notifications = () =>
    hosted.run("select * from public.request_notifications where request_id is not null");
  const withField = (field: string, value: unknown): Sent => ({
    body: { ...MINIMAL_REQUIREMENT, [field]: value },
  });

  describe("an insert", () => {
    test("when Supabase's client inserts a request, the database stores and returns it", async () => {
      const client = new PostgrestClient(api.url);
      const { data, error } = await client
        .from("data_requirements")
        .insert(FULL_REQUIREMENT)
        .select();
      expect(error).toBeNull();
      expect(data).toMatchObject([FULL_REQUIREMENT]);
      const [{ created_at, reply_due }] = data as [{ created_at: string; reply_due: string }];
      const promised = Date.parse(reply_due) - Date.parse(created_at);
      expect(promised).toBe(REPLY_PROMISE_HOURS * HOUR_MS);
      expect(await rows()).toMatchObject([FULL_REQUIREMENT]);
    });

    test("the row that a visitor reads back does not tell how many requests others send", async () => {
      const id = crypto.randomUUID();
      const { body } = await post({ ...ONCE, headers: { "idempotency-key": id } });
      const [row] = body as [Record<string, unknown>];
      expect(new Set(Object.keys(row))).toEqual(new Set([...FIELDS, ...SYSTEM_COLUMNS]));
      const filled = Object.keys(row).filter((column) => row[column] !== null);
      expect(new Set(filled)).toEqual(
        new Set([...Object.keys(ADA), "id", "created_at", "reply_due"]),
      );
    });

    test("when a key is sent again, the database returns no error and stores no second row", async () => {
      const id = crypto.randomUUID();
      const headers = { "idempotency-key": id };
      const sent = await Promise.all(Array.from({ length: 10 }, () => post({ ...ONCE, headers })));
      expect(new Set(sent.map(({ status }) => status))).toEqual(new Set([201]));
      const returned = sent.flatMap(({ body }) => body);
      expect(returned).toMatchObject([{ ...MINIMAL_REQUIREMENT, id }]);
      expect(await post({ ...ONCE, headers, body: FULL_REQUIREMENT })).toEqual({
        status: 201,
        body: [],
      });
      expect(await rows()).toMatchObject([MINIMAL_REQUIREMENT]);
    });

    test("after a move to another database, direct inserts are certainly not stored", async () => {
      await hosted.run("insert into public.request_lock (reason) values ('moved')");
      const response = await post({ body: MINIMAL_REQUIREMENT });
      await hosted.run("delete from public.request_lock");
      expect(response).toMatchObject({ status: 503, body: { code: "PT503" } });
      expect(await rows()).toEqual([]);
    });

    test("each request gets one notification per channel, however often its key is sent", async () => {
      await addChannels("mail", "chat");
      const headers = { "idempotency-key": crypto.randomUUID() };
      await Promise.all(Array.from({ length: 8 }, () => post({ ...ONCE, headers })));
      const [{ created_at }] = (await rows()) as [{ created_at: Date }];
      const due = { queued_at: created_at, next_attempt_at: created_at, is_spam: false };
      expect(await notifications()).toMatchObject([
        { ...due, channel: "mail" },
        { ...due, channel: "chat" },
      ]);
    });
  });

  test("a server announces a visitor's direct insert, and without a server, notify does", async () => {
    const receiver = await startWebhookReceiver();
    onTestFinished(() => receiver.stop());
    const env = {
      DATABASE_URL: hosted.ownerUrl,
      WEBHOOK_URL: receiver.url,
      WEBHOOK_SECRET: `whsec_${Buffer.alloc(24).toString("base64")}`,
    };
    const notify = () =>
      runCommand(["notify"], env, { stdout: new PassThrough(), stderr: new PassThrough() });
    const announced = () =>
      receiver.received.map(({ body }) => (JSON.parse(body) as { data: { id: string } }).data.id);
    // The first run registers the channel.
    expect(await notify()).toBe(0);
    const [first, second] = [crypto.randomUUID(), crypto.randomUUID()];
    await post({ headers: { "idempotency-key": first } });
    expect(await notify()).toBe(0);
    expect(announced()).toEqual([first]);

    const opened = readChannels(env);
    const store = new RequestStore(hosted.ownerUrl, { channels: ["webhook"] });
    const stopWorker = startOutboxWorker({
      store,
      channels: opened.kind === "open" ? opened.channels : [],
      log: { info: () => {}, warn: () => {} },
      pause: { minimumMs: 5, maximumMs: 5 },
    });
    onTestFinished(async () => {
      await stopWorker();
      await store.close();
    });
    await post({ headers: { "idempotency-key": second } });
    await expect.poll(announced).toEqual([first, second]);
  });

  describe("the checks", () => {
    test("the hosted database stores every value that the form accepts", async () => {
      for (const [field, value] of VALID_VALUES) {
        const stored = { status: 201, body: [{ [field]: value }] };
        expect(await post(withField(field, value)), field).toMatchObject(stored);
      }
    });

    test("the hosted database rejects every value that the form rejects", async () => {
      for (const [field, value] of INVALID_VALUES) {
        const message = `new row for relation "data_requirements" violates check constraint "data_requirements_${field}_check"`;
        const rejection = { status: 400, body: { code: "23514", message } };
        const shown = `${field}: ${JSON.stringify(value)}`;
        expect(await post(withField(field, value)), shown).toMatchObject(rejection);
      }
      expect(await rows()).toEqual([]);
    });

    test("the hosted database rejects a request without a required field", async () => {
      for (const field of REQUIRED_FIELDS) {
        const message = `null value in column "${field}" of relation "data_requirements" violates not-null constraint`;
        const rejection = { status: 400, body: { code: "23502", message } };
        expect(await post(withField(field, null))).toMatchObject(rejection);
        // From pages that lack a new field, the database stores its earlier value.
        if (definitionOf(field).earlierValue !== undefined) continue;
        expect(await post(withField(field, undefined))).toMatchObject(rejection);
      }
    });

    test("when an insert has many rows, the hosted database rejects it at the second one", async () => {
      const size = async () => {
        const [row] = await hosted.run(`select pg_total_relation_size('${TABLE}')::int as bytes`);
        return (row as { bytes: number }).bytes;
      };
      const before = await size();
      const body = Array.from({ length: 500 }, () => FULL_REQUIREMENT);
      expect(await post({ body })).toMatchObject({ status: 400, body: { code: "PT400" } });
      expect(await rows()).toEqual([]);
      // A row that is rolled back still takes space on disk. 500 of these take 200 KiB.
      expect(await size()).toBeLessThan(before + 50 * 1024);
    });
  });

  describe("spam", () => {
    test.each<[string | null, Partial<DataRequirement>, Record<string, string>]>([
      [null, {}, {}],
      [null, { data_type: "As on https://a.co", company: "Acme https://acme.ai" }, {}],
      [null, {}, { "spam-reason": "flagged" }],
      ["honeypot", { full_name: "https://a.co" }, { "spam-reason": "honeypot" }],
      ["link", { full_name: "Win HTTPS://a.co" }, { "spam-reason": "link" }],
      ["link", { full_name: "www.a.co www.b.co www.c.co" }, {}],
      ["probe", {}, { "spam-reason": "probe" }],
    ])(
      "the hosted database finds the spam reason %s, as our server does, in a request with %j and %j",
      async (reason, fields, headers) => {
        const body = { ...MINIMAL_REQUIREMENT, ...fields };
        expect(findSpamReason(body, headers["spam-reason"])).toBe(reason);
        await addChannels("mail");
        expect(await post({ body, headers })).toMatchObject({
          status: 201,
          body: [{ spam_reason: null }],
        });
        expect(await rows()).toMatchObject([{ spam_reason: reason }]);
        expect(await notifications()).toMatchObject([{ is_spam: reason !== null }]);
      },
    );

    test("a probe request replaces the previous one in the hosted database", async () => {
      const probe = () => post({ headers: { "spam-reason": "probe" } });
      await probe();
      await post();
      await probe();
      expect(await rows()).toMatchObject([{ spam_reason: "probe" }, { spam_reason: null }]);
    });
  });

  describe("the limits, once a header names the client IP", () => {
    beforeEach(() => hosted.run("update private.insert_limits set address_header = 'X-Real-IP'"));

    const from = async (address: string, key: string = crypto.randomUUID()) =>
      (await post({ ...ONCE, headers: { "x-real-ip": address, "idempotency-key": key } })).status;
    const elevenFrom = async (toAddress: (turn: number) => string) => {
      const sent = Array.from({ length: 11 }, (_, turn) => from(toAddress(turn)));
      const statuses = await Promise.all(sent);
      expect(statuses.every((status) => [201, 429].includes(status))).toBe(true);
      return statuses.filter((status) => status === 201).length;
    };
    const pass = (interval: string) =>
      hosted.run(`update private.insert_counts set since = since - interval '${interval}'`);

    test("once a header names the client IP, each IP may insert ten times a minute and thirty an hour, and no IP is stored", async () => {
      for (const accepted of [10, 10, 10, 0]) {
        expect(await elevenFrom(() => "192.0.2.1")).toBe(accepted);
        await pass("1 minute");
      }
      expect(await from("192.0.2.2")).toBe(201);
      await pass("1 hour");
      expect(await from("192.0.2.1")).toBe(201);
      const kept = await hosted.run(
        "select octet_length(counter) as length from private.insert_counts",
      );
      expect(kept).toEqual([{ length: 32 }, { length: 32 }]);
    });

    test("the limits count an IPv6 /64 as one visitor, treat mapped IPv4 as IPv4, and ignore ports", async () => {
      expect(await elevenFrom((turn) => `2001:db8::${turn}`)).toBe(10);
      expect(await from("2001:db8:0:1::1")).toBe(201);
      expect(await elevenFrom(() => "192.0.2.1")).toBe(10);
      expect(await from("::ffff:192.0.2.1")).toBe(429);
      expect(await from("192.0.2.1:55")).toBe(429);
      expect(await from("[2001:db8::2]:55")).toBe(429);
      expect(await from("::ffff:192.0.2.2")).toBe(201);
    });

    test("an insert with a duplicate key does not count towards the limits", async () => {
      const key = crypto.randomUUID();
      for (let turn = 0; turn < 11; turn += 1) expect(await from("192.0.2.1", key)).toBe(201);
      expect(await from("192.0.2.1")).toBe(201);
    });

    test("of several IPs in the header, the last one counts, because clients can forge the others", async () => {
      expect(await elevenFrom((turn) => `198.51.100.${turn}, 192.0.2.1`)).toBe(10);
      expect(await from("192.0.2.1,192.0.2.2:55")).toBe(201);
      expect(await from("192.0.2.2 , 192.0.2.1 ")).toBe(429);
    });

    test("a visitor without a known IP is not limited", async () => {
      expect(await elevenFrom(() => "?")).toBe(11);
      await hosted.run("update private.insert_limits set address_header = null");
      expect(await elevenFrom(() => "192.0.2.1")).toBe(11);
    });
  });

  describe("another visitor's request", () => {
    beforeEach(async () => {
      for (let index = 0; index < 20; index += 1) {
        await hosted.runAsAnon(`${insertOf({ ...ADA, email: `ada${index}@example.org` })}; commit`);
      }
      await hosted.run(`analyze ${TABLE}`);
    });

    test("with another visitor's ID, a visitor reads, changes and stores nothing", async () => {
      const [{ id }] = (await rows()) as [{ id: string }];
      const before = await rows();
      const ignore = "return=representation,resolution=ignore-duplicates";
      for (const [status, sent] of [
        [201, ONCE],
        [201, { ...ONCE, headers: { "spam-reason": "probe" } }],
        [401, { prefer: "return=representation,resolution=merge-duplicates" }],
        [400, { prefer: ignore, query: "select=*&on_conflict=email" }],
        [409, { prefer: "" }],
        [400, { prefer: ignore, body: [FULL_REQUIREMENT, FULL_REQUIREMENT] }],
      ] as [number, Sent][]) {
        const headers = { ...sent.headers, "idempotency-key": id };
        const response = await post({ ...sent, headers });
        expect(response.status, JSON.stringify(sent)).toBe(status);
        expect(JSON.stringify(response.body)).not.toContain("ada1");
      }
      expect(await send("GET", { query: `id=eq.${id}` })).toEqual({ status: 200, body: [] });
      expect(await rows()).toEqual(before);
    });

    test("by SQL a visitor reads nobody else's request", async () => {
      const leaks = [
        `select * from ${TABLE}`,
        `${INSERT}; select * from ${TABLE} where email like 'ada%'`,
        `savepoint a; ${INSERT}; rollback to a; select * from ${TABLE}`,
        "select * from pg_stats where tablename = 'data_requirements'",
        `create temp table seen (email text);
         create function pg_temp.tell(email text) returns boolean cost 0.0000001 language plpgsql
           as $$ begin insert into seen values (email); return true; end $$;
         select * from ${TABLE} where pg_temp.tell(email);
         select * from seen`,
      ];
      for (const sql of leaks) expect(await hosted.runAsAnon(sql), sql).toEqual([]);
    });

    test("a visitor has no right that the insert does not need", async () => {
      const forbidden = [
        `update ${TABLE} set company = 'x'`,
        `delete from ${TABLE}`,
        `${INSERT} on conflict (id) do update set company = 'x'`,
        `insert into ${TABLE} (id) values (gen_random_uuid())`,
        `insert into ${TABLE} (created_at) values (now())`,
        `insert into ${TABLE} (spam_reason) values (null)`,
        `insert into ${TABLE} (replied_at) values (now())`,
        `insert into ${TABLE} (noted_by) values ('Eve')`,
        `select ctid from ${TABLE}`,
        `select xmin from ${TABLE}`,
        `set local row_security = off; select * from ${TABLE}`,
        "select * from private.insert_limits",
        "select * from private.insert_counts",
        "select private.visitor_network('')",
        "select * from public.request_notifications",
        "select * from public.request_form_secret",
        "select * from public.request_lock",
        "select * from public.request_schema",
      ];
      for (const sql of forbidden) {
        await expect(hosted.runAsAnon(sql), sql).rejects.toMatchObject({ code: "42501" });
      }
      const granted = await hosted.run(`
        select actions, array_agg(name order by name) as columns
        from (
          select attname::text as name, array(
            select action from unnest(array['insert', 'references', 'select', 'update']) as action
            where has_column_privilege('anon', attrelid, attnum, action)) as actions
          from pg_attribute
          where attrelid = '${TABLE}'::regclass and attnum > 0 and not attisdropped) as named
        group by actions order by actions`);
      expect(granted).toEqual([
        // Removed fields keep their columns.
        { actions: ["insert", "select"], columns: expect.arrayContaining([...FIELDS]) },
        { actions: ["select"], columns: SYSTEM_COLUMNS.toSorted() },
      ]);
    });
  });
});
