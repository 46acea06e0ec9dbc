/** A request's reference for people: the end of its id, which is random in every store. */
export function referenceOf(id: string): string {
  return id.slice(-8);
}

/** Whether a text can be a reference, in either case of its letters. */
export function isReference(text: string): boolean {
  return /^[\da-f]{8}$/i.test(text);
}
