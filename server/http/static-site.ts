import { negotiate } from "@fastify/accept-negotiator";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import fresh from "fresh";
import parseRange from "range-parser";

import type { StaticFile, StaticSite } from "./static-files.ts";

/** Serves the built site with its own headers: compressed, by ETag, and in ranges. */
export async function staticSite(app: FastifyInstance, site: StaticSite): Promise<void> {
  app.get("/index.html", async (_request, reply) => reply.redirect("/", 301));
  app.get("/*", async (request, reply) => {
    const file = site.files.get(`/${(request.params as { "*": string })["*"]}`);
    return file ? send(file, request, reply) : sendNotFound(site, request, reply);
  });
}

export function sendNotFound(
  site: StaticSite,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  return send(site.notFound, request, reply.code(404));
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
  if (!range || !found || (request.headers["if-range"] ?? etag) !== etag) return reply.send(body);

  const parts = parseRange(body.length, range, { combine: true });
  const size = `/${body.length}`;
  if (parts === -1) return reply.code(416).header("content-range", `bytes *${size}`).send();
  const [part] = parts === -2 || parts.type !== "bytes" ? [] : parts;
  if (!part || (typeof parts === "object" && parts.length > 1)) return reply.send(body);
  reply.code(206).header("content-range", `bytes ${part.start}-${part.end}${size}`);
  return reply.send(body.subarray(part.start, part.end + 1));
}
