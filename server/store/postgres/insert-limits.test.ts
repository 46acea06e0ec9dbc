import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";

import { toHeaders, UNTIMED } from "../../../domain/spam.ts";
import { BACKENDS, startBackend, type Backend } from "../../../test-support/backends.ts";
import { listRows } from "../../../test-support/rows.ts";
import { MINIMAL_REQUIREMENT } from "../../../test-support/valid-requirement.ts";

const TEN_OF_ELEVEN = [...Array<number>(10).fill(201), "PT429"];

// A real PostgREST without a server of ours, as on Supabase, whose proxy sets cf-connecting-ip.
describe.skipIf(!BACKENDS.includes("PostgREST"))("PostgREST's inserts", () => {
  let backend: Backend;
  beforeAll(async () => {
    backend = await startBackend("PostgREST");
  });
  afterAll(() => backend.stop());
  beforeEach(() =>
    backend.run(`
      delete from public.data_requirements;
      delete from private.recent_addresses;
      delete from private.insert_limits;
      insert into private.insert_limits default values`),
  );

  /** The status of an insert, or the code of its error. */
  const insert = async (headers: Record<string, string> = {}) => {
    const response = await fetch(`${backend.rest}/data_requirements`, {
      method: "POST",
      headers: { "content-type": "application/json", ...toHeaders(UNTIMED), ...headers },
      body: JSON.stringify(MINIMAL_REQUIREMENT),
    });
    return response.ok ? response.status : ((await response.json()) as { code: string }).code;
  };
  const insertEleven = async (headers: (turn: number) => Record<string, string>) => {
    const answers = [];
    for (let turn = 0; turn < 11; turn += 1) answers.push(await insert(headers(turn)));
    return answers;
  };

  test("are ten a minute from one address, whatever X-Forwarded-For says", async () => {
    const forged = (turn: number) => ({
      "cf-connecting-ip": "192.0.2.1",
      "x-forwarded-for": `198.51.100.${turn}`,
      forwarded: `for=198.51.100.${turn}`,
    });
    expect(await insertEleven(forged)).toEqual(TEN_OF_ELEVEN);
    expect(await listRows(backend.store)).toHaveLength(10);
    expect(await insert({ "cf-connecting-ip": "192.0.2.2" })).toBe(201);

    await backend.run("update private.recent_addresses set since = since - interval '1 minute'");
    expect(await insert({ "cf-connecting-ip": "192.0.2.1" })).toBe(201);
    // The other address is kept no longer, and none could be read.
    const kept = await backend.run("select octet_length(address) from private.recent_addresses");
    expect(kept).toEqual([{ octet_length: 32 }]);
  });

  test("are ten a minute when they come at the same time", async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => insert({ "cf-connecting-ip": "192.0.2.1" })),
    );
    expect(answers.filter((answer) => answer === 201)).toHaveLength(10);
  });

  test("are ten a minute from one IPv6 network", async () => {
    const network = (turn: number) => ({ "cf-connecting-ip": `2001:db8:0:1:${turn}::1` });
    expect(await insertEleven(network)).toEqual(TEN_OF_ELEVEN);
    expect(await insert({ "cf-connecting-ip": "2001:db8:0:2::1" })).toBe(201);
  });

  test("are counted by the header that the owner names, or by none", async () => {
    await backend.run("update private.insert_limits set address_header = 'X-Real-IP'");
    const behindNginx = (turn: number) => ({
      "x-real-ip": "192.0.2.1",
      "cf-connecting-ip": `198.51.100.${turn}`,
    });
    expect(await insertEleven(behindNginx)).toEqual(TEN_OF_ELEVEN);
    await backend.run("update private.insert_limits set address_header = null");
    expect(await insert(behindNginx(0))).toBe(201);
    await backend.run(
      `update private.insert_limits set address_header = default, per_minute_and_address = null,
        suspected_past_per_hour = null, refused_past_per_hour = null`,
    );
    const unlimited = () => ({ "cf-connecting-ip": "192.0.2.1" });
    expect(await insertEleven(unlimited)).toEqual(Array<number>(11).fill(201));
  });

  test("are held past one number an hour, and refused past another; our server's are not", async () => {
    await backend.run(
      "update private.insert_limits set suspected_past_per_hour = 2, refused_past_per_hour = 4",
    );
    for (const answer of [201, 201, 201, 201, "PT429"]) expect(await insert()).toBe(answer);
    expect(await backend.store.insert(MINIMAL_REQUIREMENT, "by our server", UNTIMED)).toMatchObject(
      {
        kind: "stored",
      },
    );
    const reasons = (await listRows(backend.store)).map(({ suspected_spam }) => suspected_spam);
    expect(reasons).toEqual([null, "too-many", "too-many", null, null]);
  });
});

test.skipIf(!BACKENDS.includes("PostgREST"))(
  "PostgREST without its database answers 503, upon which the page tries again",
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
