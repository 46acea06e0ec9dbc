import { afterAll, expect, test } from "vitest";

import { UNTIMED } from "../../domain/spam.ts";
import { explainFailure } from "../../domain/messages.ts";
import { submitRequirement } from "../../site/request/submission/submit-requirement.ts";
import { openPostgres, startPostgres } from "../../test-support/postgres.ts";
import { startPostgrest } from "../../test-support/postgrest.ts";
import { FULL_REQUIREMENT } from "../../test-support/valid-requirement.ts";
import { readRestUrl } from "../../tools/vite/hosted-backend.ts";

const cluster = await startPostgres();
afterAll(async () => {
  if (typeof cluster !== "string") await cluster.stop();
});

test("a bare PostgREST stores a request; without its database the page reports it", async (context) => {
  if (typeof cluster === "string") return context.skip(cluster);
  const store = openPostgres(cluster.url());
  await store.check();
  await store.close();
  const postgrest = await startPostgrest(cluster, "postgres");
  if (typeof postgrest === "string") return context.skip(postgrest);
  const waits: number[] = [];
  const submit = (idempotencyKey: string) =>
    submitRequirement(
      FULL_REQUIREMENT,
      { url: readRestUrl({ VITE_POSTGREST_URL: postgrest.url }) ?? "" },
      {
        idempotencyKey,
        formUse: UNTIMED,
        wait: async (pause) => void waits.push(pause),
        random: () => 1,
      },
    );
  expect(await submit("up")).toMatchObject({ kind: "stored" });

  await cluster.halt();
  const outcome = await submit("down");
  expect(outcome).toMatchObject({ kind: "unavailable", status: 503 });
  const waited = waits.reduce((sum, pause) => sum + pause, 0);
  expect(waited).toBeGreaterThan(7_000);
  expect(waited).toBeLessThanOrEqual(20_000);
  if (outcome.kind === "unavailable") {
    expect(explainFailure(outcome.kind).advice).toContain("cannot be stored at the moment");
  }
  await postgrest.stop();
});
