import type { Socket } from "node:net";
import { setTimeout as delay } from "node:timers/promises";

import { MINIMAL_REQUIREMENT } from "./valid-requirement.ts";

/** Resolves once a condition holds; the test's timeout ends it. */
export async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await condition())) await delay(50);
}

/** Everything a connection receives until it is closed. */
export async function readAll(socket: Socket): Promise<string> {
  const chunks: Buffer[] = [];
  socket.on("data", (chunk) => chunks.push(chunk));
  if (!socket.closed) await new Promise((resolve) => socket.once("close", resolve));
  return Buffer.concat(chunks).toString();
}

/** A request on the wire. */
export function wire(line: string, headers: Record<string, string> = {}, body = ""): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return `${line} HTTP/1.1\r\nHost: x\r\n${lines.join("")}\r\n${body}`;
}

export const RESOURCE = "/rest/v1/data_requirements";

/** An insert on the wire; `length` announces a body that never arrives in full. */
export function wireInsert(body = JSON.stringify(MINIMAL_REQUIREMENT), length?: number): string {
  const headers = {
    "content-type": "application/json",
    "content-length": String(length ?? Buffer.byteLength(body)),
  };
  return wire(`POST ${RESOURCE}`, headers, body);
}
