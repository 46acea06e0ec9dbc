export function isUuid(text: string): boolean {
  return /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i.test(text);
}

/** Shortens an ID for people. Two requests may share a reference, because clients may choose the ID. */
export function referenceOf(id: string): string {
  return id.slice(-8);
}
