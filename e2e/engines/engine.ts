/** What can be passed between a test and the page. */
type Json = string | number | boolean | null | Json[] | { [name: string]: Json };

/** A point of the viewport, in CSS pixels. */
export type Point = { x: number; y: number };

/** One page in one engine: what WebDriver BiDi, CDP and classic WebDriver can all do. */
export type Tab = {
  open: (address: string) => Promise<void>;
  /** Runs a function in the page. It sees its arguments and the page, nothing else. */
  evaluate: <Args extends Json[], Result extends Json | void>(
    inPage: (...args: Args) => Result | Promise<Result>,
    ...args: Args
  ) => Promise<Result>;
  /** Asks for a viewport of that size; it may take the page a moment. */
  resize: (width: number, height: number) => Promise<void>;
  /** Presses the mouse button at one point and releases it at another, or at the same. */
  press: (from: Point, to?: Point) => Promise<void>;
  /** Types text; `\n` is the Enter key. */
  type: (text: string) => Promise<void>;
  key: (key: "Tab" | "Escape") => Promise<void>;
  /** Console errors and uncaught exceptions so far, where the protocol reports them. */
  errors: () => string[];
  close: () => Promise<void>;
};

export type Browser = { newTab: () => Promise<Tab>; close: () => Promise<void> };

export type Engine = {
  name: string;
  /** Debian packages that are needed and not installed, or null. */
  missing: string | null;
  launch: (options: { reducedMotion: boolean }) => Promise<Browser>;
};
