/** What travels between a test and the page it looks at. */
type Json = string | number | boolean | null | Json[] | { [name: string]: Json };

/** A point of the viewport, in CSS pixels. */
export type Point = { x: number; y: number };

/** One page in one engine: what every engine's remote control can do, and no more. */
export type Tab = {
  open: (address: string) => Promise<void>;
  /** Goes back to the page before. */
  back: () => Promise<void>;
  /** Runs a function in the page. It can reach nothing outside itself. */
  evaluate: <Words extends Json[], Result extends Json | void>(
    inPage: (...words: Words) => Result | Promise<Result>,
    ...words: Words
  ) => Promise<Result>;
  /** Makes the viewport so many CSS pixels wide and high. */
  resize: (width: number, height: number) => Promise<void>;
  /** Presses the mouse at one point and releases it at another, or at the same. */
  press: (from: Point, to?: Point) => Promise<void>;
  /** Types characters, among them those of `KEYS`. */
  type: (text: string) => Promise<void>;
  /** What the page complained of, as far as the engine tells. */
  errors: () => string[];
  close: () => Promise<void>;
};

export type Browser = {
  newTab: () => Promise<Tab>;
  close: () => Promise<void>;
};

export type Engine = {
  name: string;
  /** What must be installed for it and is not, in words. */
  missing: string | null;
  launch: (wishes: { reducedMotion: boolean }) => Promise<Browser>;
};

/** The text of a call of a function, to be run in a page. */
export function callOf(inPage: (...words: never[]) => unknown, words: Json[]): string {
  return `(${inPage.toString()})(...${JSON.stringify(words)})`;
}

/** In the page: a window changes its size some time after it was told to. */
export function untilSized(width: number, height: number): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      if (innerWidth === width && innerHeight === height) resolve();
      else setTimeout(look, 20);
    };
    look();
  });
}

/** WebDriver's characters for keys that write nothing. */
export const KEYS = { tab: "\uE004", enter: "\uE006", escape: "\uE00C" } as const;
