import { printable } from "./formats.ts";

/** Waits for a slow reader, so that a long list takes no memory. */
export async function write(text: string): Promise<void> {
  if (text === "" || process.stdout.write(text)) return;
  await new Promise((resolve) => process.stdout.once("drain", resolve));
}

/** Returns the exit code 0. */
export function print(text: string): number {
  process.stdout.write(text);
  return 0;
}

/** Returns the exit code 1. */
export function fail(sentence: string): number {
  console.error(printable(sentence));
  return 1;
}

export function failToFind(who: string): number {
  return fail(`There is no request of ${who}.`);
}

export function counted(requests: number): string {
  return requests === 1 ? "1 request" : `${requests} requests`;
}
