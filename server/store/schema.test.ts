/** Tests which programs may use a database that another version has changed, on every engine. */
import { afterEach, beforeEach, describe, expect, test } from "vitest";

import { createDatabase, ENGINES, type TestDatabase } from "../../test-support/engines.ts";
import { MINIMAL_REQUIREMENT } from "../../test-support/valid-requirement.ts";

describe.each(ENGINES)("on %s", (engine) => {
  let data: TestDatabase;
  beforeEach(async () => {
    data = await createDatabase(engine);
  });
  afterEach(() => data.remove());

  const unavailable = (sentence: RegExp) =>
    expect.objectContaining({
      name: "StoreUnavailable",
      preventsStart: true,
      message: expect.stringMatching(sentence) as string,
    }) as Error;

  async function insert(changes: object = {}) {
    const row = await data.open().insert({ ...MINIMAL_REQUIREMENT, ...changes }, null, null);
    expect(row).not.toBeNull();
  }

  const countVersions = async () => {
    const rows = await data.query("select hash from request_schema");
    return rows.length;
  };

  test("a server brings an earlier version's database to its own, which commands only use afterwards", async () => {
    await insert({ company: "before" });
    await data.query("alter table data_requirements drop column timeline");
    await data.query("update request_schema set hash = 'earlier'");
    const command = data.open({ user: "command" });
    await expect(command.count({})).rejects.toThrow(
      unavailable(/start the server of this version, or run "npm run requests -- migrate"\.$/),
    );
    await insert({ company: "after", timeline: "soon" });
    expect(await command.count({})).toBe(2);
    expect(await data.rows()).toMatchObject([
      { company: "before", timeline: null },
      { company: "after", timeline: "soon" },
    ]);
  });

  test("a server starts again without a change to the database", async () => {
    await insert();
    const before = await countVersions();
    await insert();
    expect(await countVersions()).toBe(before);
  });

  test("after a newer version's change, this version's server and commands refuse the database until migrate goes back, and a running server goes on", async () => {
    const running = data.open();
    await running.check();
    await data.query(
      "insert into request_schema (position, hash, is_direct) values (1000, 'newer', false)",
    );
    const sentence = unavailable(
      /newer version .* or go back with "npm run requests -- migrate"\.$/,
    );
    for (const user of ["server", "command"] as const) {
      await expect(data.open({ user }).check()).rejects.toThrow(sentence);
    }
    expect(await running.insert(MINIMAL_REQUIREMENT, null, null)).not.toBeNull();
    await data.open({ user: "migrate" }).check();
    await insert();
    expect(await data.open({ user: "command" }).count({})).toBe(2);
  });

  test("tables without the list of versions are refused by every program, and stay as they were", async () => {
    await insert();
    await data.query("alter table request_schema rename to set_aside");
    for (const user of ["server", "migrate", "command"] as const) {
      await expect(data.open({ user }).check()).rejects.toThrow(
        unavailable(/has a table data_requirements, but no table request_schema/),
      );
    }
    await data.query("alter table set_aside rename to request_schema");
    await insert();
    expect(await data.rows()).toHaveLength(2);
  });
});
