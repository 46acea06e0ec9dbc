import { setImmediate } from "node:timers/promises";

/**
 * Runs one batch at a time, in the order of calls, and each in a turn of the event loop of its own. An insert waits for
 * at most one batch, because many readers neither share a turn nor have their rows processed at once.
 */
export class BatchQueue {
  #turn: Promise<unknown> = Promise.resolve();

  run<Result>(batch: () => Promise<Result>): Promise<Result> {
    const result = this.#turn.then(batch);
    this.#turn = result.catch(() => {}).then(() => setImmediate());
    return result;
  }
}
