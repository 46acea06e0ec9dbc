import { randomUUID } from "node:crypto";

import autocannon from "autocannon";

import { FULL_REQUIREMENT } from "../test-support/valid-requirement.ts";
import type { Measure } from "./measure.ts";

/** As the page sends them. Each is on disk before its response. */
export async function measureLoad(origin: string): Promise<Measure[]> {
  const headers = {
    "content-type": "application/json",
    prefer: "return=representation,resolution=ignore-duplicates",
  };
  const insert: autocannon.Request = {
    method: "POST",
    path: "/rest/v1/data_requirements?select=*",
    body: JSON.stringify(FULL_REQUIREMENT),
    setupRequest: (request) => ({
      ...request,
      headers: { ...headers, "idempotency-key": randomUUID() },
    }),
  };
  const result = await autocannon({
    url: origin,
    connections: 32,
    duration: 10,
    requests: [insert],
  });
  return [
    { label: "Inserts a second", values: [result.requests.average], atLeast: 600 },
    { label: "Inserts that failed", values: [result.non2xx + result.errors], atMost: 0 },
  ];
}
