import { expect, test } from "vitest";

import { describeProblem, explainFailure, type FailureKind } from "./messages.ts";

test("a visitor whose text is too long reads the limit of which field", () => {
  const problem = { kind: "too-long", field: "data_type", maximum: 5000 } as const;
  expect(describeProblem(problem)).toBe("Data type must be 5,000 characters or fewer");
});

const NOT_STORED = { mayBeStored: false, isOwnServer: true };
const UNKNOWN = { mayBeStored: true, isOwnServer: true };

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
  expect(explainFailure(kind, NOT_STORED).message).toMatch(message);
});

test.each<FailureKind>(["denied", "unavailable", "missing-table"])(
  "after %s a visitor reads that the fault is ours, that the input is kept, and to try again later",
  (kind) => {
    const { advice } = explainFailure(kind, NOT_STORED);
    expect(advice).toMatch(/our side.*was not sent.*still here.*later/);
  },
);

test.each<FailureKind>([
  "unconfirmed",
  "unreachable",
  "offline",
  "limited",
  "denied",
  "unexpected",
])(
  "after %s a visitor whose request may have arrived reads that, and whether another press may store it twice",
  (kind) => {
    const { advice } = explainFailure(kind, UNKNOWN);
    expect(advice).toMatch(/cannot tell.*still here.*We store it only once\.$/);
    const elsewhere = explainFailure(kind, { ...UNKNOWN, isOwnServer: false });
    expect(elsewhere.advice).toBe(
      advice.replace("We store it only once.", "It may be stored twice, which does no harm."),
    );
  },
);

test("a visitor whose page is outdated reads that the input survives a reload, and nothing about the request", () => {
  for (const circumstances of [NOT_STORED, UNKNOWN]) {
    expect(explainFailure("outdated", circumstances).advice).toMatch(
      /changed.*reload.*Everything you typed is kept\.$/,
    );
  }
});

test.each([
  [undefined, "again in a minute."],
  [1, "again in a second."],
  [59, "again in 59 seconds."],
  [60, "again in a minute."],
  [61, "again in 2 minutes."],
])(
  "a visitor who has to wait for %s seconds reads how long, whether or not the request may have arrived",
  (retryAfterSeconds, text) => {
    for (const circumstances of [NOT_STORED, UNKNOWN]) {
      const { advice } = explainFailure("limited", { ...circumstances, retryAfterSeconds });
      expect(advice).toContain(text);
    }
  },
);
