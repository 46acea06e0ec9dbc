/** Small enough that even a batch of the longest texts blocks for only about 50 ms. */
export const BATCH_ROWS = 50;

/** Runs one batch per turn of the event loop, round robin, so that an insert waits for at most one batch. */
export class BatchQueue {
  readonly #waiting: (() => void)[] = [];

  async run<Result>(batch: () => Result): Promise<Result> {
    await new Promise<void>((resolve) => {
      this.#waiting.push(resolve);
      if (this.#waiting.length === 1) this.#schedule();
    });
    return batch();
  }

  #schedule(): void {
    setImmediate(() => {
      this.#waiting.shift()?.();
      if (this.#waiting.length > 0) this.#schedule();
    });
  }
}
