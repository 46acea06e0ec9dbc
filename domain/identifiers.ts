/** A request's reference for people: the end of its id, which is random in every store. */
export function referenceOf(id: string): string {
  return id.slice(-8);
}
