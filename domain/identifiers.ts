/** What visitors and the provider see of an id: its end, which is random in every store. */
export function referenceOf(id: string): string {
  return id.slice(-8);
}
