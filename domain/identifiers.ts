/**
 * A UUID of version 7 (RFC 9562): 48 bits of `now`, milliseconds since 1970, then 74 of the 128
 * random bits given. Made in order they sort in order, so that an index of them grows at its end;
 * among a million random ones, every insert writes somewhere else.
 */
export function timeOrderedUuid(now: number, random: Uint8Array): string {
  const time = now.toString(16).padStart(12, "0");
  const rest = Array.from(random.subarray(6, 16), (byte, at) => {
    const marked = at === 0 ? 0x70 | (byte & 0x0f) : at === 2 ? 0x80 | (byte & 0x3f) : byte;
    return marked.toString(16).padStart(2, "0");
  });
  return (time + rest.join("")).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}

/** What a visitor is told and the desk shows: an id's end, which is random in every home. */
export function referenceOf(id: string): string {
  return id.slice(-8);
}
