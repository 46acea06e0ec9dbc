/** A value that lasts as long as the tab, or only as long as the page where storage is blocked or full. */
export function keptValue<Value>(key: string): {
  get: () => Value | null;
  set: (value: Value | null) => void;
} {
  let kept = load(key) as Value | null;
  return {
    get: () => kept,
    set(value) {
      kept = value;
      try {
        if (value === null) sessionStorage.removeItem(key);
        else sessionStorage.setItem(key, JSON.stringify(value));
      } catch {
        // It is still in `kept`.
      }
    },
  };
}

function load(key: string): unknown {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? "null");
  } catch {
    return null;
  }
}
