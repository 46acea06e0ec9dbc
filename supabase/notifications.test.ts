/** Tests the hosted database's notifications on every PostgreSQL of this machine. */
import { readFileSync } from "node:fs";

import { Client, escapeIdentifier } from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";

import {
  findPostgresProblem,
  startPostgres,
  type HostedCluster,
  type HostedDatabase,
} from "../test-support/services/postgres.ts";
import { findPostgres } from "../test-support/services/programs.ts";
import { hasExtensions, installExtensions } from "../test-support/services/supabase-extensions.ts";
import { startWebhookReceiver } from "../test-support/services/webhook-receiver.ts";
import { ADA } from "../test-support/valid-requirement.ts";

const NOTIFICATIONS = readFileSync("supabase/notifications.sql", "utf8");

const SLACK = "https://hooks.slack.com/services/T0/B0/x";
const DISCORD = "https://discord.com/api/webhooks/1/x";
const MAIL = JSON.stringify({
  key: "re_key",
  from: "Requests <site@example.org>",
  to: ["sales@example.org", "ben@example.org"],
});

/** Stubs pg_cron, which runs in only one database of a cluster. */
const CRON = `
  create schema cron;
  create table cron.job (jobname text unique, command text);
  create function cron.schedule(job_name text, schedule text, command text) returns bigint language sql as
    'insert into cron.job values ($1, $3) on conflict (jobname) do update set command = $3 returning 1::bigint';
  grant usage on schema cron to postgres;
  grant all on cron.job to postgres`;

const GENUINE = { ...ADA, phone: "1", company: "Engines" };
const SPAM = { ...GENUINE, full_name: "https://win.example" };

const problem = findPostgresProblem();
const skipped = problem === null ? "" : `, not tested: ${problem}`;

describe.skipIf(skipped)(`notifications of the hosted database${skipped}`, () => {
  const usable = findPostgres().filter((programs) => findPostgresProblem(programs) === null);
  describe.each(usable)("by %s", (programs) => {
    let cluster: HostedCluster;
    let hosted: HostedDatabase;
    beforeAll(async () => {
      cluster = await startPostgres(programs);
    });
    beforeEach(async () => {
      hosted = await cluster.createDatabase();
      await installExtensions(hosted, programs);
      await hosted.migrate([NOTIFICATIONS, NOTIFICATIONS]);
    });
    afterAll(() => cluster.stop());

    const setSecret = (name: string, secret: string) =>
      hosted.run(`select vault.create_secret($$${secret}$$, '${name}')`);

    const insertOf = (fields: Record<string, unknown>) => {
      const columns = Object.keys(fields).map(escapeIdentifier).join();
      return `insert into public.data_requirements (${columns})
       select ${columns} from json_populate_record(
         null::public.data_requirements, $json$${JSON.stringify(fields)}$json$);`;
    };
    /** Inserts requests in one transaction, so that they are within the same hour. */
    const send = (...requests: Record<string, unknown>[]) =>
      hosted.runAsAnon(`${requests.map(insertOf).join("")} commit`);
    const sendAsProbe = () =>
      hosted.runAsAnon(
        `set local request.headers = '{"spam-reason": "probe"}'; ${insertOf(GENUINE)} commit`,
      );
    type Posted = { url: string; body: Record<string, unknown> };
    const posted = async () =>
      (await hosted.run(`
        select url, headers, convert_from(body, 'UTF8')::json as body, timeout_milliseconds
        from net.http_request_queue order by id`)) as Posted[];
    /** Resolves to the first line of each chat message and the subject of each mail. */
    const subjects = async () =>
      (await posted()).map(({ body }) => body["subject"] ?? String(body["text"]).split("\n")[0]);
    const check = () => hosted.run("select * from private.check_notifications()");
    const stored = () => hosted.run("select from public.data_requirements");

    test("Slack gets every field of a request as text that neither links, mentions nor imitates a field", async () => {
      await setSecret("notify_chat", SLACK);
      const request = {
        ...GENUINE,
        company: "<!channel> & Co\u202e",
        data_type: "Pick\u0007\nemail: eve@example.org",
        hardware_setup: ["UMI", "VR"],
        timeline: "x".repeat(5000),
      };
      await send(request);
      const [message, ...others] = await posted();
      expect(others).toEqual([]);
      expect(message).toMatchObject({
        url: SLACK,
        headers: { "Content-Type": "application/json" },
        timeout_milliseconds: 10_000,
        body: { mrkdwn: false },
      });
      const lines = String(message?.body["text"]).split("\n");
      expect(lines[0]).toMatch(/^Data request [0-9a-f]{8} from &lt;!channel&gt; &amp; Co$/);
      const names = lines.slice(2).map((line) => line.split(":")[0]);
      const fields = ["id", "created_at", ...Object.keys(request), "  email", "reply_due"];
      expect(new Set(names)).toEqual(new Set(fields));
      expect(lines).toContain("data_type: Pick");
      expect(lines).toContain('hardware_setup: ["UMI","VR"]');
      expect(lines).toContain(`timeline: ${"x".repeat(999)}…`);
    });

    test("Discord gets a request as an embed without markup, however long it is", async () => {
      await setSecret("notify_chat", DISCORD);
      const long = "*".repeat(5000);
      await send({ ...GENUINE, full_name: "[Ada](a) @here", data_type: long, timeline: long });
      const [{ url, body }] = (await posted()) as [Posted];
      expect(url).toBe(DISCORD);
      expect(body["allowed_mentions"]).toEqual({ parse: [] });
      const [embed] = body["embeds"] as [{ description: string }];
      expect(embed.description).toContain("\\[Ada\\]\\(a\\) \\@here");
      expect(embed.description).toHaveLength(4000);
    });

    test("replies to a mail through Resend go to the visitor", async () => {
      await setSecret("notify_mail", MAIL);
      await send(GENUINE);
      expect(await posted()).toMatchObject([
        {
          url: "https://api.resend.com/emails",
          headers: { "Content-Type": "application/json", Authorization: "Bearer re_key" },
          body: {
            from: "Requests <site@example.org>",
            to: ["sales@example.org", "ben@example.org"],
            reply_to: "ada@example.org",
            subject: expect.stringMatching(/^Data request [0-9a-f]{8} from Engines$/),
            text: expect.stringContaining("full_name: Ada Byron\nemail: ada@example.org\n"),
          },
        },
      ]);
    });

    test("a column that an adopter adds is in the message", async () => {
      await setSecret("notify_chat", SLACK);
      await hosted.migrate([
        `alter table public.data_requirements add column gripper text;
         grant insert (gripper), select (gripper) on public.data_requirements to anon`,
      ]);
      await send({ ...GENUINE, gripper: "Two fingers" });
      const [message] = await posted();
      expect(message?.body).toMatchObject({ text: expect.stringContaining("gripper: Two") });
    });

    test("spam is announced by count, once an hour, and probe requests never", async () => {
      await setSecret("notify_chat", SLACK);
      await setSecret("notify_mail", MAIL);
      await sendAsProbe();
      expect(await posted()).toEqual([]);
      await send(SPAM, SPAM, GENUINE, SPAM);
      const spam = expect.stringMatching(/^1 request since .* UTC looks like spam$/);
      const request = expect.stringMatching(/^Data request \w{8} from Engines$/);
      expect(await subjects()).toEqual([spam, spam, request, request]);
      await hosted.run(`
        update public.data_requirements set created_at = created_at - interval '1 hour';
        update private.announced_hours set hour = hour - interval '1 hour';
        truncate net.http_request_queue`);
      await send(SPAM, SPAM);
      const later = expect.stringMatching(/^4 requests since .* UTC look like spam$/);
      expect(await subjects()).toEqual([later, later]);
    });

    test("concurrent requests over the limit are announced by count", async () => {
      await setSecret("notify_chat", SLACK);
      // Dates these requests an hour ahead, so that they count even if the hour changes during the test.
      await hosted.run(
        insertOf({ ...GENUINE, created_at: new Date(Date.now() + 3_600_000) }).repeat(59),
      );
      const visitors = [1, 2].map(() => new Client({ connectionString: hosted.url }));
      for (const visitor of visitors) {
        await visitor.connect();
        await visitor.query(`begin; set local role anon; ${insertOf(GENUINE)}`);
      }
      for (const visitor of visitors) {
        await visitor.query("commit");
        await visitor.end();
      }
      await send(GENUINE, GENUINE);
      expect(await subjects()).toEqual([
        expect.stringMatching(/^Data request \w{8} from/),
        expect.stringMatching(/^Data request \w{8} from/),
        expect.stringMatching(/^62 requests since .* UTC$/),
      ]);
    });

    test("while pg_net's queue is locked, a visitor's request is stored", async () => {
      await setSecret("notify_chat", SLACK);
      await setSecret("notify_mail", MAIL);
      const administrator = new Client({ connectionString: hosted.url });
      await administrator.connect();
      await administrator.query("begin; lock table net.http_request_queue");
      await send(GENUINE).finally(() => administrator.end());
      expect(await stored()).toHaveLength(1);
      await send(GENUINE);
      expect(await posted()).toHaveLength(2);
    });

    test("once a day, the requests without a reply are counted by each channel that works", async () => {
      await hosted.run(CRON);
      await hosted.migrate([NOTIFICATIONS, NOTIFICATIONS]);
      const jobs = await hosted.run("select command from cron.job");
      expect(jobs).toHaveLength(1);
      const remind = () => hosted.migrate([String(jobs[0]?.["command"])]);
      await setSecret("notify_chat", "hooks.slack.com");
      await setSecret("notify_mail", MAIL);
      await send(SPAM);
      await hosted.run(`${insertOf(GENUINE)} update public.data_requirements set replied_at = now();
        truncate net.http_request_queue`);
      await remind();
      expect(await posted()).toEqual([]);
      await hosted.run(insertOf(GENUINE));
      await remind();
      await hosted.run(insertOf(GENUINE));
      await remind();
      expect(await subjects()).toEqual([
        "1 request waits for a reply",
        "2 requests wait for a reply",
      ]);
    });

    test("without pg_cron, the notifications are installed, and their owner reads that no reminder is sent", async () => {
      const owner = new Client({ connectionString: hosted.url });
      const notices: string[] = [];
      owner.on("notice", ({ message = "" }) => notices.push(message));
      await owner.connect();
      await owner.query(NOTIFICATIONS);
      await owner.end();
      expect(notices).toContain("No daily reminder, because the extension pg_cron is missing");
    });

    test("the owner reads what is wrong with a secret, and a malformed one is not used", async () => {
      for (const [channel, secret, state] of [
        ["notify_chat", SLACK, "is well formed"],
        ["notify_chat", DISCORD, "is well formed"],
        ["notify_chat", ` ${SLACK}`, "is not the URL of an incoming webhook"],
        ["notify_chat", MAIL, "is not the URL of an incoming webhook"],
        ["notify_mail", MAIL, "is well formed"],
        ["notify_mail", MAIL.replace(/\[.*\]/, '"sales@example.org"'), "is well formed"],
        ["notify_mail", "re_key", "is not valid JSON"],
        ["notify_mail", '"re_key"', 'lacks "key", "from", "to"'],
        ["notify_mail", MAIL.replace("re_key", ""), 'lacks "key"'],
      ] as const) {
        await hosted.run("delete from vault.secrets; truncate net.http_request_queue");
        await setSecret(channel, secret);
        await send(GENUINE);
        expect(await posted(), secret).toHaveLength(state === "is well formed" ? 1 : 0);
        const off = "is not set, so the channel is off";
        expect(await check(), secret).toEqual(
          ["notify_chat", "notify_mail"].map((name) => ({
            channel: name,
            secret: name === channel ? state : off,
            last_response: "none yet, or more than six hours ago",
            responded_at: null,
          })),
        );
      }
    });

    test("the owner reads the response to each channel's last message", async () => {
      await setSecret("notify_chat", SLACK);
      await setSecret("notify_mail", MAIL);
      await send(GENUINE, GENUINE);
      await hosted.run(`
        insert into net._http_response (id, status_code, content, error_msg)
        select id, status, content, error from (values
          (0, 200, 'ok', null), (1, 200, 'ok', null),
          (2, 404, 'no_service', null), (3, null, null, 'Couldn''t resolve host name')
        ) as response (index, status, content, error)
        join (select id, row_number() over (order by id) - 1 as index from net.http_request_queue) as sent using (index)`);
      const answered = { secret: "is well formed", responded_at: expect.any(Date) };
      expect(await check()).toEqual([
        { ...answered, channel: "notify_chat", last_response: "404 no_service" },
        { ...answered, channel: "notify_mail", last_response: "Couldn't resolve host name" },
      ]);
    });

    const uncompiled = hasExtensions(programs) ? "" : ", not tested: pg_net is not compiled";
    test.skipIf(uncompiled)(
      `the real pg_net sends a message to the chat, and the owner reads the response${uncompiled}`,
      async () => {
        const [database] = await hosted.run("select current_database() as name");
        await hosted.run(`alter system set pg_net.database_name = ${String(database?.["name"])}`);
        await hosted.run("select pg_reload_conf()");
        await hosted.run("select net.worker_restart()");
        const receiver = await startWebhookReceiver();
        await setSecret("notify_chat", receiver.url);
        await send(GENUINE);
        await expect.poll(check).toContainEqual({
          channel: "notify_chat",
          secret: "is well formed",
          last_response: "204",
          responded_at: expect.any(Date),
        });
        expect(receiver.received).toMatchObject([{ body: expect.stringContaining("Engines") }]);
        await receiver.stop();
      },
    );

    test.each([
      [
        "there is no Vault",
        "drop extension if exists supabase_vault cascade; drop schema if exists vault cascade",
        0,
      ],
      [
        "there is no pg_net",
        "drop extension if exists pg_net cascade; drop schema if exists net cascade",
        null,
      ],
      ["no secret is set", "delete from vault.secrets", 0],
      [
        "the secret of the mail is no JSON",
        "select vault.update_secret(id, 're_key') from vault.secrets where name = 'notify_mail'",
        1,
      ],
      ["the table of announced hours is gone", "drop table private.announced_hours", 2],
    ])("when %s, a visitor's request and spam are stored", async (_, sql, expected) => {
      await setSecret("notify_chat", SLACK);
      await setSecret("notify_mail", MAIL);
      await hosted.run(sql);
      await send(GENUINE);
      if (expected !== null) expect(await posted()).toHaveLength(expected);
      await send(SPAM);
      expect(await stored()).toHaveLength(2);
    });

    test("a visitor can call no new function, and reads neither secrets nor announcements", async () => {
      for (const sql of [
        "select private.send_notification('notify_chat', null)",
        "select private.post_message('notify_chat', 'https://a.example', '', '', null)",
        "select private.is_first_in_hour('notify_chat', 'spam')",
        "select private.clean_text('')",
        "select private.notify()",
        "select private.read_secret('notify_chat')",
        "select private.remind()",
        "select private.check_notifications()",
        "select * from private.announced_hours",
        "select * from private.last_messages",
        "select * from vault.decrypted_secrets",
      ]) {
        await expect(hosted.runAsAnon(sql), sql).rejects.toMatchObject({ code: "42501" });
      }
    });
  });
});
