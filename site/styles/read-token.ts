/** The value of a token in the text of `tokens.css`. Follows a reference to another token. */
export function readToken(tokens: string, name: string): string | undefined {
  const [, value] = new RegExp(`${name}: (.+);`).exec(tokens) ?? [];
  const [, other] = /^var\((.+)\)$/.exec(value ?? "") ?? [];
  return other === undefined ? value : readToken(tokens, other);
}
