/** Prints a promise and whether it was kept; the program ends with 1 when one was not. */
export function promise(kept: boolean, what: string): void {
  console.log(`${kept ? "ok  " : "FAIL"} ${what}`);
  if (!kept) process.exitCode = 1;
}
