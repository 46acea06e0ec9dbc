/**
 * Escapes control and bidi characters, for example as <U+202E>. Converts every line break to LF, because a lone CR
 * could overwrite a line.
 */
export function escapeControls(text: string): string {
  return withLineFeeds(text).replaceAll(/(?![\t\n])[\p{Bidi_Control}\p{Cc}]/gu, (character) => {
    const code = character.charCodeAt(0).toString(16).toUpperCase();
    return `<U+${code.padStart(4, "0")}>`;
  });
}

export function withLineFeeds(text: string): string {
  return text.replaceAll(/\r\n|[\v\f\r\u0085\u2028\u2029]/g, "\n");
}

export function onOneLine(text: string): string {
  return escapeControls(text).replaceAll(/[\t\n]+/g, " ");
}
