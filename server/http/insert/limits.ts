import type { FastifyRequest } from "fastify";

import type { RequirementStore } from "../../store/store.ts";
import { toFailure, type InsertOptions } from "./outcome.ts";

/** Maximum body in bytes: every text at its limit, with each character in its longest JSON form. */
export const BODY_LIMIT = 320 * 1024;

/** A longer queue would only make everybody wait longer: at 1,000 inserts a second, the last waits 0.13 s. */
const MAX_INSERTS = 128;

/** Rejects a body of unknown length before it is read: no browser sends one. */
export async function requireLength({ headers }: FastifyRequest): Promise<void> {
  if (headers["transfer-encoding"] === undefined) return;
  throw Object.assign(new Error("no Content-Length"), { statusCode: 411 });
}

/** Inserts into the store, `max` at a time; the next one finds the server busy. */
export function limitInserts(store: RequirementStore, max = MAX_INSERTS): InsertOptions["insert"] {
  let inProgress = 0;

  return async (...request) => {
    if (inProgress >= max) return { kind: "busy" };
    inProgress += 1;
    try {
      return await store.insert(...request);
    } catch (error) {
      return toFailure(error);
    } finally {
      inProgress -= 1;
    }
  };
}
