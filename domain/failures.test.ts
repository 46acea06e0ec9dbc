import { expect, test } from "vitest";

import { explainFailure, type FailureKind } from "./failures.ts";

test.each<[FailureKind, string | RegExp]>([
  [
    "missing-table",
    /^Database configuration error\. .*ensure the data_requirements table is created in the hosted backend/,
  ],
  ["unreachable", /^Connection error\. .*check the backend configuration/],
  ["offline", /^Connection error\. .*check the backend configuration/],
  ["denied", /^Failed to submit form\. Please try again\.$/],
  ["outdated", /^Failed to submit form\. Please try again\.$/],
  ["rejected", /^Failed to submit form\. Please try again\.$/],
  ["limited", /^Failed to submit form\. Please try again\.$/],
  ["unconfirmed", /^Failed to submit form\. Please try again\.$/],
  ["unavailable", /^Failed to submit form\. Please try again\.$/],
  ["unexpected", /^An unexpected error occurred\. Please try again\.$/],
])("%s has the specification's message", (kind, message) => {
  expect(explainFailure(kind).message).toMatch(message);
});

test.each<FailureKind>(["denied", "unavailable", "missing-table"])(
  "after %s a visitor reads that the fault is ours, that the input is kept, and to try again later",
  (kind) => {
    expect(explainFailure(kind).advice).toMatch(/our side.*still here.*later/);
  },
);

test.each<FailureKind>(["unconfirmed", "unreachable"])(
  "after %s a visitor reads that the request may have arrived, and can be submitted again",
  (kind) => {
    expect(explainFailure(kind).advice).toMatch(/cannot tell.*still here.*only once/);
  },
);

test("a visitor whose page is outdated reads that the input survives a reload", () => {
  expect(explainFailure("outdated").advice).toMatch(
    /changed.*reload.*Everything you typed is kept/,
  );
});

test("a visitor who has to wait reads how long", () => {
  expect(explainFailure("limited").advice).toContain("again in a minute.");
  expect(explainFailure("limited", { retryAfterSeconds: 1 }).advice).toContain(
    "again in a second.",
  );
  expect(explainFailure("limited", { retryAfterSeconds: 59 }).advice).toContain(
    "again in 59 seconds.",
  );
  expect(explainFailure("limited", { retryAfterSeconds: 60 }).advice).toContain(
    "again in a minute.",
  );
  expect(explainFailure("limited", { retryAfterSeconds: 61 }).advice).toContain(
    "again in 2 minutes.",
  );
});
