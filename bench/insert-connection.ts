import { connect, type Socket } from "node:net";

import type { DataRequirement } from "../domain/data-requirement.ts";

/** A status, or null when the connection ended without a whole answer. */
export type InsertStatus = number | null;

/**
 * One kept-alive connection that sends inserts as the site does, one at a time, and reads no more
 * of an answer than it must: the generator should cost little beside what it measures.
 */
export class InsertConnection {
  readonly #url: URL;
  #socket: Socket | undefined;
  #pending: ((status: InsertStatus) => void) | undefined;
  #heard = "";

  /** `url` is a PostgREST root: what stands before the table's name. */
  constructor(url: string) {
    this.#url = new URL(url);
  }

  get isIdle(): boolean {
    return this.#pending === undefined;
  }

  insert(requirement: DataRequirement, key: string): Promise<InsertStatus> {
    const { promise, resolve } = Promise.withResolvers<InsertStatus>();
    this.#pending = resolve;
    this.#socket ??= this.#open();
    this.#socket.write(this.#request(requirement, key));
    return promise;
  }

  close(): void {
    this.#socket?.destroy();
  }

  #open(): Socket {
    const socket = connect(Number(this.#url.port), this.#url.hostname);
    socket.setNoDelay(true);
    socket.on("data", (chunk) => this.#hear(chunk.toString("latin1")));
    socket.on("error", () => {});
    socket.on("close", () => {
      this.#socket = undefined;
      this.#answer(null);
    });
    return socket;
  }

  #hear(text: string): void {
    this.#heard += text;
    const headEnd = this.#heard.indexOf("\r\n\r\n");
    if (headEnd < 0 || !isWhole(this.#heard, headEnd)) return;
    // A connection the server is about to close takes no further insert.
    if (/^connection: close/im.test(this.#heard.slice(0, headEnd))) {
      this.#socket?.removeAllListeners("close").destroy();
      this.#socket = undefined;
    }
    this.#answer(Number(this.#heard.slice(9, 12)));
  }

  #answer(status: InsertStatus): void {
    const resolve = this.#pending;
    this.#pending = undefined;
    this.#heard = "";
    resolve?.(status);
  }

  #request(requirement: DataRequirement, key: string): string {
    const columns = encodeURIComponent(Object.keys(requirement).join(","));
    const body = JSON.stringify([requirement]);
    return [
      `POST ${this.#url.pathname.replace(/\/$/, "")}/data_requirements?columns=${columns}&select=* HTTP/1.1`,
      `Host: ${this.#url.host}`,
      "Content-Type: application/json",
      "Prefer: return=representation",
      `Idempotency-Key: ${key}`,
      `Content-Length: ${Buffer.byteLength(body)}`,
      "",
      body,
    ].join("\r\n");
  }
}

function isWhole(heard: string, headEnd: number): boolean {
  const head = heard.slice(0, headEnd);
  const length = /^content-length: *(\d+)/im.exec(head)?.[1];
  if (length !== undefined) return heard.length >= headEnd + 4 + Number(length);
  return !/^transfer-encoding: *chunked/im.test(head) || heard.endsWith("\r\n0\r\n\r\n");
}
