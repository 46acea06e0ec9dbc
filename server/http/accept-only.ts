import type { FastifyInstance } from "fastify";

/** Accepts only one content type, as text or bytes. Other types get 415. */
export function acceptOnly(app: FastifyInstance, type: string, parseAs: "string" | "buffer"): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    type,
    { parseAs },
    async (_request: unknown, body: string | Buffer) => body,
  );
}
