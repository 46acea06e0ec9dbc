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
