import type { Answer } from "./metrics.ts";
import { urlPath } from "./url-path.ts";

/** Where log lines go. */
export type LogLines = { write(line: string): void };

/** Lines of one turn of the event loop, written to `out` as one piece; the last ones at the end. */
export function gatherLines(out: NodeJS.WritableStream): LogLines {
  let pending = "";
  const flush = () => {
    if (pending !== "") out.write(pending);
    pending = "";
  };
  process.once("exit", flush);
  return {
    write(line) {
      if (pending === "") setImmediate(flush);
      pending += line;
    },
  };
}

/**
 * One line for an answer, in the form of pino's and at a third of the cost: no query, no body, no
 * address of a visitor.
 */
export function answerLine({ method, url, status, seconds }: Answer): string {
  const path = JSON.stringify(urlPath(url).slice(0, 200));
  const ms = Math.round(seconds * 10_000) / 10;
  return `{"level":30${timestamp()},"method":"${method}","path":${path},"status":${status},"ms":${ms},"msg":"request"}\n`;
}

/** Made once a millisecond: the lines of a busy server share it. */
let latestTimestamp = { at: NaN, text: "" };

/** The field of a line that says when, with the comma before it, as pino asks for it. */
export function timestamp(): string {
  const at = Date.now();
  if (at !== latestTimestamp.at) {
    latestTimestamp = { at, text: `,"time":"${new Date(at).toISOString()}"` };
  }
  return latestTimestamp.text;
}
