/** Whether a text is a UUID in lower case, with its hyphens: the id of a request. */
export function isUuid(text: string): boolean {
  return /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/.test(text);
}

/** A request's reference for people: the end of its id. Visitors choose ids, so that two may have the same. */
export function referenceOf(id: string): string {
  return id.slice(-8);
}
