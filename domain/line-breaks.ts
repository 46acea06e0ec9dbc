/** A text in which every line break, of whatever system, is LF. */
export function withLineFeeds(text: string): string {
  return text.replaceAll(/\r\n|[\v\f\r\u0085\u2028\u2029]/g, "\n");
}
