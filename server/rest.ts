import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";

import { crossOriginHeaders } from "./cross-origin.ts";
import { answerForm, FORM_TYPE, type FormContext } from "./form-route.ts";
import { readInsert } from "./insert-request.ts";
import type { RateLimit } from "./rate-limit.ts";
import {
  duplicateKey,
  methodNotAllowed,
  overloaded,
  permissionDenied,
  refuse,
  TABLE,
  tooManyRequests,
  type Refusal,
} from "./refusal.ts";
import type { RequestStore } from "./store.ts";
import { urlPath } from "./url-path.ts";

export type RestOptions = {
  store: RequestStore;
  onStored: () => void;
  onShed: () => void;
  rateLimit: RateLimit;
  allowedOrigins: string[];
  form: FormContext;
  /** Inserts in work at once before the next one is shed. */
  mostInFlight: number;
};

const RESOURCE = `/rest/v1/${TABLE}`;

/** Largest body, in bytes: every text at its limit, escaped to the utmost. */
const BODY_LIMIT = 320 * 1024;

/** The one resource of PostgREST's that the site needs: insert, and nothing else. */
export function registerRest(app: FastifyInstance, options: RestOptions): void {
  const { onStored, onShed, rateLimit, allowedOrigins, form, mostInFlight } = options;
  const insert: RequestStore["insert"] = async (requirement, idempotencyKey) => {
    const insertion = await options.store.insert(requirement, idempotencyKey);
    if (insertion.kind === "stored") onStored();
    return insertion;
  };
  let inFlight = 0;

  void app.register(async (rest) => {
    rest.removeAllContentTypeParsers();
    // The body stays bytes until the insert is read: what is wrong with it depends on the query.
    for (const type of ["application/json", FORM_TYPE]) {
      rest.addContentTypeParser(
        type,
        { parseAs: "buffer", bodyLimit: BODY_LIMIT },
        (_request, body, done) => done(null, body),
      );
    }

    rest.addHook("onRequest", async (request, reply) => {
      reply.headers(crossOriginHeaders(request.headers.origin, allowedOrigins));
      if (request.method !== "POST") return;
      // A form is judged once it is read, so that its answer can hold what was typed.
      const isForm = (request.headers["content-type"] ?? "").startsWith(FORM_TYPE);
      if (inFlight >= mostInFlight * (isForm ? 2 : 1)) {
        onShed();
        await sendRefusal(reply.header("retry-after", "1"), overloaded);
        return;
      }
      inFlight += 1;
      reply.raw.once("close", () => (inFlight -= 1));
      const wait = isForm ? 0 : rateLimit(request.ip);
      if (wait > 0) await sendRefusal(reply.header("retry-after", String(wait)), tooManyRequests);
    });

    rest.post(RESOURCE, async (request, reply) => {
      const isForm = (request.headers["content-type"] ?? "").startsWith(FORM_TYPE);
      if (!isForm) return answerInsert(insert, request, reply);
      return answerForm({ ...form, insert, rateLimit }, request, reply);
    });
    rest.options(RESOURCE, async (_request, reply) => reply.code(204).send());
    rest.route({
      method: ["GET", "DELETE", "PATCH", "PUT"],
      url: RESOURCE,
      handler: async (_request, reply) => sendRefusal(reply, permissionDenied),
    });
    rest.all("/rest/v1/*", async (request, reply) => {
      const name = urlPath(request.url).slice("/rest/v1/".length, 200);
      const message = `Could not find the table 'public.${name}' in the schema cache`;
      return sendRefusal(reply, refuse(404, "PGRST205", message));
    });
    rest.trace(RESOURCE, async (_request, reply) =>
      sendRefusal(reply.header("allow", "POST, OPTIONS"), methodNotAllowed),
    );
  });
}

export function sendRefusal(reply: FastifyReply, refusal: Refusal): FastifyReply {
  return reply.code(refusal.status).send(refusal.body);
}

async function answerInsert(
  insert: RequestStore["insert"],
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const reading = readInsert({
    query: request.query as Record<string, unknown>,
    headers: request.headers,
    body: request.body,
  });
  if (reading.kind === "refused") return sendRefusal(reply, reading);
  const insertion = await insert(reading.requirement, reading.idempotencyKey);
  if (insertion.kind === "duplicate") return sendRefusal(reply, duplicateKey);

  reply.code(201).header("content-range", "*/*");
  if (reading.returning === null) return reply.send();
  const { row } = insertion;
  const given = Object.fromEntries(reading.returning.map((column) => [column, row[column]]));
  reply.header("preference-applied", "return=representation");
  return reply.send(reading.singular ? given : [given]);
}
