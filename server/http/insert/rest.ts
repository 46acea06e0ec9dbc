import cors from "@fastify/cors";
import type { FastifyInstance, FastifyRequest, onRequestAsyncHookHandler } from "fastify";

import type { RequestStore } from "../../store/store.ts";
import { acceptOnly } from "../accept-only.ts";
import { rejectOtherSites } from "../own-page.ts";
import { ApiError, permissionDenied, sendError, TABLE, toApiError } from "./api-error.ts";
import { readInsert } from "./read-insert.ts";

export type RestOptions = {
  store: RequestStore;
  limitRate: onRequestAsyncHookHandler;
  /** Other origins whose pages may send requests. */
  allowedOrigins: string[];
};

const RESOURCE = `/${TABLE}`;

/** The part of PostgREST that the site needs, under `/rest/v1`: one insert, and errors for the rest. */
export async function rest(app: FastifyInstance, options: RestOptions): Promise<void> {
  const { store, limitRate, allowedOrigins } = options;
  acceptOnly(app, "application/json", "buffer");
  app.setErrorHandler((error, request, reply) => {
    request.failure = toApiError(error);
    return sendError(reply, request.failure);
  });
  if (allowedOrigins.length > 0) await app.register(cors, corsOptions(allowedOrigins));

  app.post(
    RESOURCE,
    { onRequest: [rejectOtherSites(allowedOrigins), limitRate] },
    async (request, reply) => {
      const { query, headers, body } = request;
      const insert = readInsert({ query: query as Record<string, unknown>, headers, body });
      const row = await store.insert(insert.requirement, insert.idempotencyKey, insert.formUse);
      if (row === null) throw duplicateKey();
      reply.code(201);
      if (insert.returning === null) return reply.send();
      return [Object.fromEntries(insert.returning.map((column) => [column, row[column]]))];
    },
  );

  reject(["GET", "PUT", "PATCH", "DELETE"], RESOURCE, permissionDenied);
  reject(["GET", "POST", "PUT", "PATCH", "DELETE"], "/*", ({ params }) => {
    const name = (params as { "*": string })["*"].slice(0, 200);
    const message = `Could not find the table 'public.${name}' in the schema cache`;
    return new ApiError(404, "PGRST205", message);
  });

  /** Rejects before a body is read. */
  function reject(
    method: string[],
    url: string,
    toError: (request: FastifyRequest) => ApiError,
  ): void {
    app.route({
      method,
      url,
      onRequest: async (request) => {
        throw toError(request);
      },
      // Never reached: the hook has thrown.
      handler: async () => {},
    });
  }
}

function duplicateKey(): ApiError {
  const message = `duplicate key value violates unique constraint "${TABLE}_idempotency_key_key"`;
  return new ApiError(409, "23505", message);
}

function corsOptions(origin: string[]) {
  return {
    origin,
    methods: ["POST"],
    exposedHeaders: ["retry-after"],
    maxAge: 86_400,
    strictPreflight: false,
  };
}
