import cors from "@fastify/cors";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";

import {
  apiError,
  methodNotAllowed,
  permissionDenied,
  sendError,
  TABLE,
  type ApiError,
} from "./api-error.ts";
import { readInsert } from "./insert-request.ts";
import { toApiError, toFailure, type Failure, type InsertOptions } from "./outcome.ts";

export type RestOptions = InsertOptions & { allowedOrigins: string[] };

const RESOURCE = `/${TABLE}`;

/** The part of PostgREST that the site needs, under `/rest/v1`: one insert, and errors for the rest. */
export async function rest(app: FastifyInstance, options: RestOptions): Promise<void> {
  const { insert, onRequest, allowedOrigins } = options;
  app.removeAllContentTypeParsers();
  // The body stays bytes until the insert is read: what is wrong with it depends on the query.
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
    // Many may wait for a slow store: the bodies are not kept that long.
    request.body = undefined;
    const outcome = await insert(reading.requirement, reading.idempotencyKey);
    if (outcome.kind !== "stored") return respond(request, reply, outcome);

    request.outcome = outcome;
    reply.code(201).header("content-range", "*/*");
    if (reading.returning === null) return reply.send();
    const { row } = outcome;
    const returned = Object.fromEntries(reading.returning.map((column) => [column, row[column]]));
    reply.header("preference-applied", "return=representation");
    return reply.send(reading.singular ? returned : [returned]);
  });

  // Rejected before a body is read.
  rejectAll(["GET", "DELETE", "PATCH", "PUT"], RESOURCE, () => permissionDenied);
  rejectAll(["OPTIONS", "TRACE"], RESOURCE, () => methodNotAllowed);
  rejectAll(["GET", "POST", "DELETE", "PATCH", "PUT", "OPTIONS"], "/*", ({ params }) => {
    const name = (params as { "*": string })["*"].slice(0, 200);
    const message = `Could not find the table 'public.${name}' in the schema cache`;
    return apiError(404, "PGRST205", message);
  });

  function rejectAll(
    method: string[],
    url: string,
    toError: (request: FastifyRequest) => ApiError,
  ): void {
    app.route({
      method: method.filter((each) => each !== "OPTIONS" || allowedOrigins.length === 0),
      url,
      onRequest: async (request, reply) => sendError(reply, toError(request)),
      // Never reached: the hook has responded.
      handler: async () => {},
    });
  }

  function respond(request: FastifyRequest, reply: FastifyReply, failure: Failure): FastifyReply {
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
