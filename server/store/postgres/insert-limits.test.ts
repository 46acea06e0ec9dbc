import { afterAll, beforeEach, describe, expect, test } from "vitest";

import { toHeaders, UNTIMED } from "../../../domain/spam.ts";
import { listRows } from "../../../test-support/rows.ts";
import { openPostgres } from "../../../test-support/postgres.ts";
import { startPostgrest } from "../../../test-support/postgrest.ts";
import { startTestPostgres } from "../../../test-support/test-postgres.ts";
import { MINIMAL_REQUIREMENT } from "../../../test-support/valid-requirement.ts";

const { cluster, missing } = await startTestPostgres();

// A real PostgREST without a server of ours, as on Supabase, whose proxy sets cf-connecting-ip.
describe.skipIf(missing)("PostgREST's inserts", async () => {
  if (missing !== null) return;
  const store = openPostgres(cluster.url());
  await store.check();
  const postgrest = await startPostgrest(cluster, "postgres");
  if (typeof postgrest === "string") throw new Error(postgrest);
  afterAll(async () => {
    await postgrest.stop();
    await store.close();
  });
  beforeEach(() =>
    cluster.run(`
      delete from public.data_requirements;
      delete from private.recent_addresses;
      delete from private.insert_limits;
      insert into private.insert_limits default values`),
  );

  const insert = async (headers: Record<string, string> = {}) => {
    const response = await fetch(`${postgrest.url}/data_requirements`, {
      method: "POST",
      headers: { "content-type": "application/json", ...toHeaders(UNTIMED), ...headers },
      body: JSON.stringify(MINIMAL_REQUIREMENT),
    });
    const { code } = response.ok ? { code: null } : ((await response.json()) as { code: string });
    return code ?? response.status;
  };
  const insertTimes = async (times: number, headers: (turn: number) => Record<string, string>) => {
    const answers = [];
    for (let turn = 0; turn < times; turn += 1) answers.push(await insert(headers(turn)));
    return answers;
  };
  const TEN_OF_ELEVEN = [...Array<number>(10).fill(201), "PT429"];

  test("are ten a minute from one address, whatever X-Forwarded-For says", async () => {
    const forged = (turn: number) => ({
      "cf-connecting-ip": "192.0.2.1",
      "x-forwarded-for": `198.51.100.${turn}`,
      forwarded: `for=198.51.100.${turn}`,
    });
    expect(await insertTimes(11, forged)).toEqual(TEN_OF_ELEVEN);
    expect(await listRows(store)).toHaveLength(10);
    expect(await insert({ "cf-connecting-ip": "192.0.2.2" })).toBe(201);

    await cluster.run("update private.recent_addresses set since = since - interval '1 minute'");
    expect(await insert({ "cf-connecting-ip": "192.0.2.1" })).toBe(201);
    // The other address is kept no longer, and none could be read.
    const kept = await cluster.run("select octet_length(address) from private.recent_addresses");
    expect(kept).toEqual([{ octet_length: 32 }]);
  });

  test("are as many when they come at the same time", async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => insert({ "cf-connecting-ip": "192.0.2.1" })),
    );
    expect(answers.filter((answer) => answer === 201)).toHaveLength(10);
  });

  test("are as many from one IPv6 network", async () => {
    const network = (turn: number) => ({ "cf-connecting-ip": `2001:db8:0:1:${turn}::1` });
    expect(await insertTimes(11, network)).toEqual(TEN_OF_ELEVEN);
    expect(await insert({ "cf-connecting-ip": "2001:db8:0:2::1" })).toBe(201);
  });

  test("are counted by the header that the owner names, or by none", async () => {
    await cluster.run("update private.insert_limits set address_header = 'X-Real-IP'");
    const behindNginx = (turn: number) => ({
      "x-real-ip": "192.0.2.1",
      "cf-connecting-ip": `198.51.100.${turn}`,
    });
    expect(await insertTimes(11, behindNginx)).toEqual(TEN_OF_ELEVEN);
    await cluster.run("update private.insert_limits set address_header = null");
    expect(await insert(behindNginx(0))).toBe(201);
    await cluster.run(
      `update private.insert_limits set address_header = default, per_minute_and_address = null,
        suspected_past_per_hour = null, refused_past_per_hour = null`,
    );
    const unlimited = () => ({ "cf-connecting-ip": "192.0.2.1" });
    expect(await insertTimes(11, unlimited)).toEqual(Array<number>(11).fill(201));
  });

  test("are held past one number an hour, and refused past another; our server's are not", async () => {
    await cluster.run(
      "update private.insert_limits set suspected_past_per_hour = 2, refused_past_per_hour = 4",
    );
    expect(await insertTimes(5, () => ({}))).toEqual([201, 201, 201, 201, "PT429"]);
    expect(await store.insert(MINIMAL_REQUIREMENT, "by our server")).toMatchObject({
      kind: "stored",
    });
    const reasons = (await listRows(store)).map(({ suspected_spam }) => suspected_spam);
    expect(reasons).toEqual([null, "too-many", "too-many", null, null]);
  });
});
