import { once } from "node:events";

import { showControls } from "../../domain/texts/requirement-text.ts";

/** The streams of the process, or those of a test. */
export type Streams = { stdout: NodeJS.WritableStream; stderr: NodeJS.WritableStream };

/** Results go to stdout, remarks about them to stderr. */
export type Output = {
  /** Waits for a slow reader, so that a long list takes no memory. */
  write: (text: string) => Promise<void>;
  remark: (sentence: string) => void;
};

export function createOutput({ stdout, stderr }: Streams): Output {
  return {
    async write(text) {
      if (text !== "" && !stdout.write(text)) await once(stdout, "drain");
    },
    remark: (sentence) => void stderr.write(`${showControls(sentence)}\n`),
  };
}
