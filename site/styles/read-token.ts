/** Returns a token's value from the text of `tokens.css`. Follows references to other tokens. */
export function readToken(tokens: string, name: string): string | undefined {
  const [, value] = new RegExp(`${name}: (.+);`).exec(tokens) ?? [];
  const [, other] = /^var\((.+)\)$/.exec(value ?? "") ?? [];
  return other === undefined ? value : readToken(tokens, other);
}
