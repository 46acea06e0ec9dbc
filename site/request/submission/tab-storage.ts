/** Values that are kept as long as the tab, and not at all where storage is blocked or full. */

/** Null if there is none. */
export function loadFromTab(key: string): unknown {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? "null");
  } catch {
    return null;
  }
}

/** Null removes the value. */
export function saveToTab(key: string, value: unknown): void {
  try {
    if (value === null) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, JSON.stringify(value));
  } catch {
    // The page goes on without it.
  }
}
