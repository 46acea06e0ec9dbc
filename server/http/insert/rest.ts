import cors from "@fastify/cors";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";

import { apiError, permissionDenied, sendError, TABLE, type ApiError } from "./api-error.ts";
import { readInsert } from "./insert-request.ts";
import {
  toApiError,
  toFailure,
  type Duplicate,
  type Failure,
  type InsertOptions,
} from "./outcome.ts";

export type RestOptions = InsertOptions & { allowedOrigins: string[] };

const RESOURCE = `/${TABLE}`;

/** The part of PostgREST that the site needs, under `/rest/v1`: one insert, and errors for the rest. */
export async function rest(app: FastifyInstance, options: RestOptions): Promise<void> {
  const { insert, onRequest, allowedOrigins } = options;
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    "application/json",
    { parseAs: "buffer" },
    async (_request: unknown, body: Buffer) => body,
  );
  app.setErrorHandler((error, request, reply) => respond(request, reply, toFailure(error)));
  if (allowedOrigins.length > 0) await app.register(cors, corsOptions(allowedOrigins));

  app.post(RESOURCE, { onRequest }, async (request, reply) => {
    const { query, headers, body } = request;
    const reading = readInsert({ query: query as Record<string, unknown>, headers, body });
    if (reading.kind === "rejected") return respond(request, reply, reading);
    const outcome = await insert(reading.requirement, reading.idempotencyKey, reading.formUse);
    if (outcome.kind !== "stored") return respond(request, reply, outcome);

    request.outcome = outcome;
    reply.code(201).header("content-range", "*/*");
    if (reading.returning === null) return reply.send();
    const { row } = outcome;
    const returned = Object.fromEntries(reading.returning.map((column) => [column, row[column]]));
    reply.header("preference-applied", "return=representation");
    return reply.send([returned]);
  });

  reject(["GET", "PUT", "PATCH", "DELETE"], RESOURCE, () => permissionDenied);
  reject(["GET", "POST", "PUT", "PATCH", "DELETE"], "/*", ({ params }) => {
    const name = (params as { "*": string })["*"].slice(0, 200);
    const message = `Could not find the table 'public.${name}' in the schema cache`;
    return apiError(404, "PGRST205", message);
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
      onRequest: async (request, reply) => sendError(reply, toError(request)),
      // Never reached: the hook has responded.
      handler: async () => {},
    });
  }

  function respond(
    request: FastifyRequest,
    reply: FastifyReply,
    failure: Failure | Duplicate,
  ): FastifyReply {
    request.outcome = failure;
    return sendError(reply, toApiError(failure));
  }
}

function corsOptions(origin: string[]) {
  return {
    origin,
    methods: ["POST"],
    exposedHeaders: ["content-range", "preference-applied", "retry-after"],
    maxAge: 86_400,
    strictPreflight: false,
  };
}
