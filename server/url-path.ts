/** The path of a request's address, as it was sent: all that is before its query. */
export function urlPath(url: string): string {
  const end = url.search(/[?#]/);
  return end === -1 ? url : url.slice(0, end);
}
