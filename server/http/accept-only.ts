import type { FastifyInstance } from "fastify";

/** Takes bodies of one type, as text or bytes, and rejects every other type with 415. */
export function acceptOnly(app: FastifyInstance, type: string, parseAs: "string" | "buffer"): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    type,
    { parseAs },
    async (_request: unknown, body: string | Buffer) => body,
  );
}
