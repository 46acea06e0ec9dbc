import { once } from "node:events";
import { createInterface } from "node:readline/promises";

import { printable } from "./formats.ts";

/** The streams of the process, or those of a test. */
export type Streams = {
  stdin: NodeJS.ReadableStream & { isTTY?: boolean };
  stdout: NodeJS.WritableStream;
  stderr: NodeJS.WritableStream;
};

/** Results go to stdout, remarks about them to stderr. */
export type Output = {
  /** Waits for a slow reader, so that a long list takes no memory. */
  write: (text: string) => Promise<void>;
  /** Returns the exit code 0. */
  print: (text: string) => number;
  note: (sentence: string) => void;
  /** Returns the exit code 1. */
  fail: (sentence: string) => number;
  failToFind: (who: string) => number;
  isConfirmed: (task: { confirmed: boolean }, question: string) => Promise<boolean>;
};

export function createOutput({ stdin, stdout, stderr }: Streams): Output {
  const note = (sentence: string) => void stderr.write(`${sentence}\n`);
  const fail = (sentence: string) => {
    note(printable(sentence));
    return 1;
  };
  return {
    async write(text) {
      if (text !== "" && !stdout.write(text)) await once(stdout, "drain");
    },
    print(text) {
      stdout.write(text);
      return 0;
    },
    note,
    fail,
    failToFind: (who) => fail(`There is no request of ${who}.`),
    async isConfirmed(task, question) {
      if (task.confirmed) return true;
      if (!stdin.isTTY) {
        fail("Add --yes to erase without being asked.");
        return false;
      }
      const terminal = createInterface({ input: stdin, output: stderr });
      const reply = await terminal.question(`${printable(question)} This cannot be undone. [y/N] `);
      terminal.close();
      const isYes = /^y(es)?$/i.test(reply.trim());
      if (!isYes) fail("Nothing was erased.");
      return isYes;
    },
  };
}

export function counted(requests: number): string {
  return requests === 1 ? "1 request" : `${requests} requests`;
}
