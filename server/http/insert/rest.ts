import type { IncomingHttpHeaders } from "node:http";

import cors from "@fastify/cors";
import type { FastifyInstance, onRequestAsyncHookHandler } from "fastify";

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

/**
 * The part of PostgREST that the site needs, under `/rest/v1`: one insert, and errors for the rest. The query,
 * in which supabase-js names the columns, is not read.
 */
export async function rest(app: FastifyInstance, options: RestOptions): Promise<void> {
  const { store, limitRate, allowedOrigins } = options;
  acceptOnly(app, "application/json", "buffer");
  app.setErrorHandler((error, request, reply) => {
    request.failure = toApiError(error);
    return sendError(reply, request.failure);
  });
  if (allowedOrigins.length > 0) await app.register(cors, corsOptions(allowedOrigins));

  app.post(
    `/${TABLE}`,
    { onRequest: [rejectOtherSites(allowedOrigins), limitRate] },
    async (request, reply) => {
      const { headers, body } = request;
      const { requirement, idempotencyKey, formUse } = readInsert({ headers, body });
      const row = await store.insert(requirement, idempotencyKey, formUse);
      if (row === null) throw duplicateKey();
      reply.code(201);
      return wantsRow(headers) ? [row] : reply.send();
    },
  );

  app.route({
    method: ["GET", "POST", "PUT", "PATCH", "DELETE"],
    url: "/*",
    // Before a body is read.
    onRequest: async ({ params }) => {
      const { "*": name } = params as { "*": string };
      throw name === TABLE ? permissionDenied() : tableNotFound(name);
    },
    // Never reached: the hook has thrown.
    handler: async () => {},
  });
}

/** Whether the client asked for the row back: https://docs.postgrest.org/en/stable/references/api/preferences.html */
function wantsRow({ prefer = "" }: IncomingHttpHeaders): boolean {
  return String(prefer).includes("return=representation");
}

function duplicateKey(): ApiError {
  const message = `duplicate key value violates unique constraint "${TABLE}_idempotency_key_key"`;
  return new ApiError(409, "23505", message);
}

function tableNotFound(name: string): ApiError {
  const message = `Could not find the table 'public.${name.slice(0, 200)}' in the schema cache`;
  return new ApiError(404, "PGRST205", message);
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
