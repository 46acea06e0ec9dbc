import type { FastifyRequest, onRequestAsyncHookHandler } from "fastify";

import type { DataRequirement } from "../../../domain/data-requirement.ts";
import { StoreUnavailable, type InsertResult } from "../../store/store.ts";
import {
  bodyTooLarge,
  duplicateKey,
  emptyOrInvalidJson,
  internalError,
  lengthRequired,
  overloaded,
  storeUnavailable,
  tooManyRequests,
  unsupportedMediaType,
  type ApiError,
} from "./api-error.ts";

/** The result of an attempt to store a request: response, log line and metric are made from it. */
export type InsertOutcome =
  | InsertResult
  /** Invalid. */
  | ApiError
  /** Over the limit of its address; the rate limit's plugin has set Retry-After. */
  | { kind: "limited" }
  /** Rejected because too many were in progress. */
  | { kind: "shed" }
  | { kind: "unavailable"; reason: string }
  | { kind: "failed"; error: unknown };

export type InsertFailure = Exclude<InsertOutcome, { kind: "stored" }>;

export type Insert = (
  requirement: DataRequirement,
  idempotencyKey: string | null,
) => Promise<InsertOutcome>;

/** What the routes for JSON and for forms have in common. */
export type InsertRouteOptions = {
  insert: Insert;
  /** Run before a body is read: the limits of an address. */
  onInsert: onRequestAsyncHookHandler[];
  record: (request: FastifyRequest, outcome: InsertOutcome) => void;
};

/** Translates a thrown error: one of the store's, one of Fastify's, or a bug. */
export function toFailure(error: unknown): InsertFailure {
  if (error instanceof StoreUnavailable) return { kind: "unavailable", reason: error.message };
  const { statusCode = 500 } = error as { statusCode?: number };
  if (statusCode === 411) return lengthRequired;
  if (statusCode === 413) return bodyTooLarge;
  if (statusCode === 415) return unsupportedMediaType;
  if (statusCode === 429) return { kind: "limited" };
  return statusCode < 500 ? emptyOrInvalidJson : { kind: "failed", error };
}

/** The error of the response, and after how many seconds to retry. */
export function toApiError(failure: InsertFailure): {
  error: ApiError;
  retryAfterSeconds?: number;
} {
  switch (failure.kind) {
    case "rejected":
      return { error: failure };
    case "duplicate":
      return { error: duplicateKey };
    case "limited":
      return { error: tooManyRequests };
    case "shed":
      return { error: overloaded, retryAfterSeconds: 1 };
    case "unavailable":
      return { error: storeUnavailable, retryAfterSeconds: 5 };
    case "failed":
      return { error: internalError };
  }
}
