export function withLineFeeds(text: string): string {
  return text.replaceAll(/\r\n|[\v\f\r\u0085\u2028\u2029]/g, "\n");
}
