/** Runs one batch per turn of the event loop, round robin, so that an insert waits for at most one batch. */
export class BatchQueue {
  readonly #queued: (() => void)[] = [];

  async run<Result>(batch: () => Result | Promise<Result>): Promise<Result> {
    await new Promise<void>((resolve) => {
      this.#queued.push(resolve);
      if (this.#queued.length === 1) this.#schedule();
    });
    return batch();
  }

  #schedule(): void {
    setImmediate(() => {
      this.#queued.shift()?.();
      if (this.#queued.length > 0) this.#schedule();
    });
  }
}
