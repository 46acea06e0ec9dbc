import { Readable } from "node:stream";

import { negotiate } from "@fastify/accept-negotiator";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import fresh from "fresh";
import parseRange from "range-parser";

import { WRITE_BYTES } from "./limits/connections.ts";
import type { StaticFile, StaticSite } from "./static-files.ts";

/** Serves the built site with its own headers: compressed, by ETag, and in ranges. */
export async function staticSite(app: FastifyInstance, site: StaticSite): Promise<void> {
  app.get("/index.html", async (_request, reply) => reply.redirect("/", 301));
  app.get("/*", async (request, reply) => {
    const file = site.files.get(`/${(request.params as { "*": string })["*"]}`);
    return file ? send(file, request, reply) : send(site.notFound, request, reply.code(404));
  });
}

function send(file: StaticFile, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { range } = request.headers;
  const accepted = (request.headers["accept-encoding"] ?? "").toLowerCase();
  const found = reply.statusCode === 200;
  // Ranges apply to the uncompressed file: media players request them.
  const wanted = range && found ? "identity" : negotiate(accepted, [...file.bodies.keys()]);
  const coding = wanted ?? "identity";
  const { body, etag } = file.bodies.get(coding) ?? { body: Buffer.alloc(0), etag: "" };
  reply.headers(file.headers).header("etag", etag);
  if (found && fresh(request.headers, { etag })) return reply.code(304).send();
  if (coding !== "identity") reply.header("content-encoding", coding);
  if (!range || !found || (request.headers["if-range"] ?? etag) !== etag)
    return sendBody(body, reply);

  const parts = parseRange(body.length, range, { combine: true });
  const size = `/${body.length}`;
  if (parts === -1) return reply.code(416).header("content-range", `bytes *${size}`).send();
  const [part] = parts === -2 || parts.type !== "bytes" ? [] : parts;
  if (!part || (typeof parts === "object" && parts.length > 1)) return sendBody(body, reply);
  reply.code(206).header("content-range", `bytes ${part.start}-${part.end}${size}`);
  return sendBody(body.subarray(part.start, part.end + 1), reply);
}

/** In chunks: on SIGTERM Node closes a response that was written at once before it is sent. */
function sendBody(body: Buffer, reply: FastifyReply): FastifyReply {
  if (body.length <= WRITE_BYTES) return reply.send(body);
  return reply.header("content-length", body.length).send(Readable.from(pieces(body)));
}

function* pieces(body: Buffer): Generator<Buffer> {
  for (let at = 0; at < body.length; at += WRITE_BYTES) yield body.subarray(at, at + WRITE_BYTES);
}
