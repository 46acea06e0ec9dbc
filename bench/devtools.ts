import type { TraceEvent } from "./trace.ts";

/** The events that the bench listens for. */
export type Events = {
  "Fetch.requestPaused": { requestId: string };
  "Page.loadEventFired": unknown;
  "Tracing.dataCollected": { value: TraceEvent[] };
  "Tracing.tracingComplete": unknown;
};

/**
 * A connection to Chromium's DevTools protocol that enables nothing by itself. Playwright and
 * Lighthouse switch on the Runtime domain, and with it V8 collects source positions for messages
 * that only an inspector reads: 60 ms at 4x throttle while React starts, which no visitor pays.
 */
export class DevTools {
  readonly #socket: WebSocket;
  readonly #answers = new Map<number, (answer: Answer) => void>();
  readonly #listeners = new Set<Listener>();
  #lastId = 0;

  private constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.addEventListener("message", ({ data }) => this.#receive(JSON.parse(String(data))));
  }

  /** Connects to the browser that listens on a port of this machine. */
  static async connect(port: number): Promise<DevTools> {
    const response = await fetch(`http://127.0.0.1:${port}/json/version`);
    const { webSocketDebuggerUrl } = (await response.json()) as { webSocketDebuggerUrl: string };
    const socket = new WebSocket(webSocketDebuggerUrl);
    await new Promise((resolve, reject) => {
      socket.addEventListener("open", resolve, { once: true });
      socket.addEventListener("error", reject, { once: true });
    });
    return new DevTools(socket);
  }

  /** Resolves to the command's result; rejects with the browser's words. */
  async send<Result = unknown>(method: string, params = {}, sessionId?: string): Promise<Result> {
    const id = ++this.#lastId;
    const { promise, resolve } = Promise.withResolvers<Answer>();
    this.#answers.set(id, resolve);
    this.#socket.send(JSON.stringify({ id, method, params, ...(sessionId && { sessionId }) }));
    const { result, error } = await promise;
    if (error) throw new Error(`${method}: ${error.message}`);
    return result as Result;
  }

  /** Calls back for each event of that name; returns what ends it. */
  on<Name extends keyof Events>(
    method: Name,
    callback: (params: Events[Name], sessionId?: string) => void,
  ): () => void {
    const listener: Listener = (event) => {
      if (event.method === method) callback(event.params as Events[Name], event.sessionId);
    };
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  once(method: keyof Events): Promise<unknown> {
    const { promise, resolve } = Promise.withResolvers<unknown>();
    const stop = this.on(method, resolve);
    return promise.finally(stop);
  }

  close(): void {
    this.#socket.close();
  }

  #receive(message: Answer | Event): void {
    if ("id" in message) {
      this.#answers.get(message.id)?.(message);
      this.#answers.delete(message.id);
    } else {
      for (const listener of this.#listeners) listener(message);
    }
  }
}

type Answer = { id: number; result?: unknown; error?: { message: string } };
type Event = { method: string; params: unknown; sessionId?: string };
type Listener = (event: Event) => void;
