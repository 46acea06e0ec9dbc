import { once } from "node:events";
import { open, rename, rm, type FileHandle } from "node:fs/promises";

import { showControls } from "../../domain/requirement-text.ts";
import type { Config } from "../config.ts";
import type { RequestStore } from "../store/store.ts";

/** Throws a `CommandError` where it cannot do what its arguments say. */
export type Command = (args: string[], context: Context) => Promise<void>;

export type Context = Output & { store: RequestStore; config: Config };

/** Ends the command with exit code 1. The message is one sentence for the person who runs it. */
export class CommandError extends Error {
  override readonly name = "CommandError";
}

/** The streams of the process, or those of a test. */
export type Streams = { stdout: NodeJS.WritableStream; stderr: NodeJS.WritableStream };

/** Results go to stdout, remarks about them to stderr. */
export type Output = {
  /** Waits for a slow reader, so that a long list takes no memory. */
  write: (text: string) => Promise<void>;
  note: (sentence: string) => void;
};

export function createOutput({ stdout, stderr }: Streams): Output {
  return {
    async write(text) {
      if (text !== "" && !stdout.write(text)) await once(stdout, "drain");
    },
    note: (sentence) => void stderr.write(`${showControls(sentence)}\n`),
  };
}

/** Writes a file that only its user can read. It gets its name, or replaces another, once it is complete. */
export async function writeWhole(
  file: string,
  write: (unfinished: FileHandle, path: string) => Promise<void>,
): Promise<void> {
  const unfinished = `${file}.unfinished`;
  try {
    await rm(unfinished, { force: true });
    const handle = await open(unfinished, "wx", 0o600);
    await write(handle, unfinished).finally(() => handle.close());
    await rename(unfinished, file);
  } catch (error) {
    await rm(unfinished, { force: true });
    if (!(error instanceof Error) || !("code" in error)) throw error;
    throw new CommandError(`${file} could not be written: ${error.message}.`, { cause: error });
  }
}

export function counted(requests: number): string {
  return requests === 1 ? "1 request" : `${requests} requests`;
}
