import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";

import { toHeaders, UNTIMED } from "../../../domain/wire/form-use.ts";
import { BACKENDS, startBackend, type Backend } from "../../../test-support/backends.ts";
import { listRows } from "../../../test-support/rows.ts";
import { MINIMAL_REQUIREMENT } from "../../../test-support/valid-requirement.ts";

// A real PostgREST without a server of ours, as on Supabase.
describe.skipIf(!BACKENDS.includes("PostgREST"))("PostgREST's inserts", () => {
  let backend: Backend;
  beforeAll(async () => {
    backend = await startBackend("PostgREST");
  });
  afterAll(() => backend.stop());
  beforeEach(() =>
    backend.run(`
      delete from public.data_requirements;
      delete from private.insert_counts;
      delete from private.insert_limits;
      insert into private.insert_limits (address_header) values ('X-Real-IP')`),
  );

  /** The status of an insert, or the code of its error. */
  const insert = async (
    headers: Record<string, string> = {},
    body: unknown = MINIMAL_REQUIREMENT,
  ) => {
    const response = await fetch(`${backend.rest}/data_requirements`, {
      method: "POST",
      headers: { "content-type": "application/json", ...toHeaders(UNTIMED), ...headers },
      body: JSON.stringify(body),
    });
    return response.ok ? response.status : ((await response.json()) as { code: string }).code;
  };
  const insertFrom = (address: string) => insert({ "x-real-ip": address });
  /** How many of eleven inserts, from an address for each, were accepted. */
  const acceptedOfEleven = async (toAddress: (turn: number) => string) => {
    let accepted = 0;
    for (let turn = 1; turn <= 11; turn += 1) {
      if ((await insertFrom(toAddress(turn))) === 201) accepted += 1;
    }
    return accepted;
  };
  const pass = (interval: string) =>
    backend.run(`update private.insert_counts set since = since - interval '${interval}'`);

  test("are ten a minute and thirty an hour from one address, and no address is kept", async () => {
    for (const accepted of [10, 10, 10, 0]) {
      expect(await acceptedOfEleven(() => "192.0.2.1")).toBe(accepted);
      await pass("1 minute");
    }
    expect(await insertFrom("192.0.2.2")).toBe(201);
    const [kept] = await backend.run(
      "select min(octet_length(counter)) as n from private.insert_counts",
    );
    expect(kept).toEqual({ n: 32 });
    await pass("1 hour");
    expect(await insertFrom("192.0.2.1")).toBe(201);
    // What is left of the others is their last insert's own.
    expect(await backend.run("select from private.insert_counts")).toHaveLength(2);
  });

  test("are ten a minute when they come at the same time", async () => {
    const statuses = await Promise.all(Array.from({ length: 20 }, () => insertFrom("192.0.2.1")));
    expect(statuses.filter((status) => status === 201)).toHaveLength(10);
  });

  test("are counted for an IPv6 network, and for what several visitors share", async () => {
    // 4 networks of a /56 that have sent ten each leave none for a fifth.
    for (const network of ["100", "101", "102", "103"]) {
      expect(await acceptedOfEleven((turn) => `2001:db8:0:${network}::${turn}`)).toBe(10);
    }
    expect(await insertFrom("2001:db8:0:104::1")).toBe("PT429");
    expect(await insertFrom("2001:db8:0:200::1")).toBe(201);
  });

  test("are counted for an IPv4 address that is written as IPv6", async () => {
    expect(await acceptedOfEleven(() => "192.0.2.1")).toBe(10);
    expect(await insertFrom("::ffff:192.0.2.1")).toBe("PT429");
    expect(await insertFrom("::ffff:192.0.2.2")).toBe(201);
  });

  test("are limited for all together where the address is not known, whatever is forged", async () => {
    await backend.run(
      "update private.insert_limits set all_per_minute = 2, address_header = default",
    );
    const forged = (turn: number) => insert({ "cf-connecting-ip": `192.0.2.${turn}` });
    expect([await forged(1), await forged(2), await forged(3)]).toEqual([201, 201, "PT429"]);
    await backend.run("update private.insert_limits set address_header = 'X-Real-IP'");
    expect([await insertFrom("?"), await insertFrom("192.0.2.1")]).toEqual(["PT429", 201]);
    const server = await backend.store.insert(MINIMAL_REQUIREMENT, "by our server", UNTIMED);
    expect(server).not.toBeNull();
  });

  test("are one row each", async () => {
    expect(
      await insert({ "x-real-ip": "192.0.2.1" }, [MINIMAL_REQUIREMENT, MINIMAL_REQUIREMENT]),
    ).toBe("PT400");
    expect(await listRows(backend.store)).toEqual([]);
  });

  test("of twenty people are stored and announced while others flood the site", async () => {
    const people = Array.from({ length: 20 }, (_, index) => `person ${index}`);
    const statuses: unknown[] = [];
    for (const [index, company] of people.entries()) {
      // One address that keeps to its limit, and many that send once.
      await insertFrom("198.51.100.1");
      await Promise.all(
        Array.from({ length: 20 }, (_, turn) => insertFrom(`203.0.${index}.${turn}`)),
      );
      const from = { "x-real-ip": `192.0.2.${index}` };
      statuses.push(await insert(from, { ...MINIMAL_REQUIREMENT, company }));
      await pass("20 seconds");
    }
    expect(statuses).toEqual(people.map(() => 201));
    const stored = (await listRows(backend.store)).filter(({ company }) =>
      people.includes(company),
    );
    expect(stored).toHaveLength(20);
    for (const row of stored) {
      expect(row).toMatchObject({ held_reason: null, deliveries: [{ channel: "webhook" }] });
    }
  });
});

test.skipIf(!BACKENDS.includes("PostgREST"))(
  "PostgREST without its database responds with 503, upon which the page tries again",
  async () => {
    const { rest, run, stop } = await startBackend("PostgREST");
    await run(`
      update pg_database set datallowconn = false where datname = current_database();
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`);
    const headers = { "content-type": "application/json" };
    const insert = () =>
      fetch(`${rest}/data_requirements`, { method: "POST", headers, body: "{}" });
    await expect.poll(async () => (await insert()).status).toBe(503);
    await stop();
  },
);
