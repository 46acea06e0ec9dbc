import type { FastifyInstance, onRequestAsyncHookHandler } from "fastify";

import { TABLE } from "../../../contract/routes.ts";
import { SPAM_REASON_HEADER } from "../../../contract/spam-signals.ts";
import { findSpamReason } from "../../../domain/spam.ts";
import { acceptOnly } from "../accept-only.ts";
import type { AppContext } from "../context.ts";
import { rejectCrossSite } from "../cross-site.ts";
import { reportError } from "../http-error.ts";
import { permissionDenied, toPostgrestBody, unknownTable } from "./postgrest-errors.ts";
import { readIdempotencyKey, readRequirement } from "./read-insert.ts";

/** Inserts like PostgREST, but ignores the query and `Prefer`. Always sends the row, or `[]` for a duplicate key. */
export async function insertRoute(
  app: FastifyInstance,
  { store, limitRate }: AppContext & { limitRate: onRequestAsyncHookHandler },
): Promise<void> {
  acceptOnly(app, "application/json", "buffer");
  app.setErrorHandler((error, request, reply) =>
    reply.send(toPostgrestBody(reportError(error, request, reply))),
  );

  app.post(
    `/${TABLE}`,
    { onRequest: [rejectCrossSite, limitRate] },
    async ({ headers, body }, reply) => {
      const requirement = readRequirement(body);
      const spamReason = findSpamReason(requirement, headers[SPAM_REASON_HEADER]);
      const row = await store.insert(requirement, readIdempotencyKey(headers), spamReason);
      // Sends no row for a duplicate key, because the stored row may belong to another client.
      return reply.code(201).send(row ? [row] : []);
    },
  );

  app.route({
    method: ["GET", "POST", "PUT", "PATCH", "DELETE"],
    url: "/*",
    handler: async ({ params }, reply) => {
      const { "*": name } = params as { "*": string };
      if (name !== TABLE) throw unknownTable(name);
      // A 401 must name a scheme. Browsers open a login dialog for Basic, but not for Bearer.
      reply.header("www-authenticate", "Bearer");
      throw permissionDenied();
    },
  });
}
