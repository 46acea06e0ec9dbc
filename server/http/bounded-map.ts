const MAX_ENTRIES = 20_000;

/** A map that forgets the entry that was set longest ago when it is full. */
export class BoundedMap<Value> {
  readonly #entries = new Map<string, Value>();

  get(key: string): Value | undefined {
    return this.#entries.get(key);
  }

  set(key: string, value: Value): void {
    this.#entries.delete(key);
    this.#entries.set(key, value);
    if (this.#entries.size <= MAX_ENTRIES) return;
    const [oldest = ""] = this.#entries.keys();
    this.#entries.delete(oldest);
  }
}
