import { INSERT_PATH } from "../contract/routes.ts";
import { MINIMAL_REQUIREMENT } from "./valid-requirement.ts";

export function wire(line: string, headers: Record<string, string> = {}, body = ""): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return `${line} HTTP/1.1\r\nHost: localhost\r\n${lines.join("")}\r\n${body}`;
}

/** Returns a raw HTTP insert. A `length` greater than the body's leaves the request incomplete. */
export function wireInsert(body = JSON.stringify(MINIMAL_REQUIREMENT), length?: number): string {
  const headers = {
    "content-type": "application/json",
    "content-length": String(length ?? Buffer.byteLength(body)),
  };
  return wire(`POST ${INSERT_PATH}`, headers, body);
}
