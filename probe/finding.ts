/**
 * What one check has found: a sentence for the operator. What failed keeps requests from the provider, and is
 * notified; a warning does not.
 */
export type Finding = { kind: "ok" | "warning" | "failed"; sentence: string };

export function ok(sentence: string): Finding {
  return { kind: "ok", sentence };
}

export function warning(sentence: string): Finding {
  return { kind: "warning", sentence };
}

/** The sentence says what is wrong, and what to do. */
export function failed(sentence: string): Finding {
  return { kind: "failed", sentence };
}
