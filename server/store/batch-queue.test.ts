import { expect, test } from "vitest";

import { BatchQueue } from "./batch-queue.ts";

test("each turn of the event loop runs one batch, round robin", async () => {
  const queue = new BatchQueue();
  const order: string[] = [];
  const read = async (name: string) => {
    for (let batch = 0; batch < 3; batch += 1) await queue.run(async () => order.push(name));
  };
  const readers = Promise.all(["a", "b", "c"].map(read));
  const visit = () => {
    order.push("visitor");
    if (order.length < 18) setImmediate(visit);
  };
  setImmediate(visit);
  await readers;
  const turns = ["a", "b", "c", "a", "b", "c", "a", "b", "c"];
  expect(order.slice(0, 17)).toEqual(turns.flatMap((name) => [name, "visitor"]).slice(0, 17));
});
