import type { onRequestAsyncHookHandler } from "fastify";

import type { DataRequirement } from "../../../domain/data-requirement.ts";
import type { FormFailure } from "../../../domain/messages.ts";
import type { FormUse } from "../../../domain/spam.ts";
import { StoreUnavailable, type InsertResult } from "../../store/store.ts";
import {
  bodyTooLarge,
  busy,
  duplicateKey,
  emptyOrInvalidJson,
  internalError,
  lengthRequired,
  storeUnavailable,
  tooManyRequests,
  unsupportedMediaType,
  type ApiError,
} from "./api-error.ts";

/** The result of an attempt to store a request. The response and the log line are made from it. */
export type Outcome =
  | InsertResult
  /** The request is invalid. */
  | ApiError
  /** Over the limit of its address; the rate limit's plugin has set Retry-After. */
  | { kind: "limited" }
  /** Too many were in progress. */
  | { kind: "busy" }
  | { kind: "unavailable"; reason: string }
  | { kind: "failed"; error: unknown };

export type Failure = Exclude<Outcome, InsertResult>;
export type Duplicate = Extract<InsertResult, { kind: "duplicate" }>;

/** A form that is shown again instead of being stored. */
export type UnsentForm = { kind: "unsent"; reason: FormFailure | "invalid" };

declare module "fastify" {
  interface FastifyRequest {
    /** Set by an attempt to store a request, for the request's log line. */
    outcome: Outcome | UnsentForm | null;
  }
}

/** What both routes that insert need. */
export type InsertOptions = {
  insert: (
    requirement: DataRequirement,
    idempotencyKey: string | null,
    formUse: FormUse | null,
  ) => Promise<Outcome>;
  /** Run before a body is read. */
  onRequest: onRequestAsyncHookHandler[];
};

/** Translates an error that was thrown by the store, by Fastify, or by a bug. */
export function toFailure(error: unknown): Failure {
  if (error instanceof StoreUnavailable) return { kind: "unavailable", reason: error.message };
  const { statusCode = 500 } = error as { statusCode?: number };
  if (statusCode === 411) return lengthRequired;
  if (statusCode === 413) return bodyTooLarge;
  if (statusCode === 415) return unsupportedMediaType;
  if (statusCode === 429) return { kind: "limited" };
  return statusCode < 500 ? emptyOrInvalidJson : { kind: "failed", error };
}

export function toApiError(failure: Failure | Duplicate): ApiError {
  switch (failure.kind) {
    case "rejected":
      return failure;
    case "duplicate":
      return duplicateKey;
    case "limited":
      return tooManyRequests;
    case "busy":
      return busy;
    case "unavailable":
      return storeUnavailable;
    case "failed":
      return internalError;
  }
}
