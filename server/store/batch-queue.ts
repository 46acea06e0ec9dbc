import { setImmediate } from "node:timers/promises";

/**
 * Runs one batch at a time, round robin, and each in a turn of the event loop of its own, so that an insert waits for at
 * most one batch.
 */
export class BatchQueue {
  #turn: Promise<unknown> = Promise.resolve();

  run<Result>(batch: () => Promise<Result>): Promise<Result> {
    const result = this.#turn.then(batch);
    this.#turn = result.catch(() => {}).then(() => setImmediate());
    return result;
  }
}
