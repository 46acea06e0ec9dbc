/** Keeps each hyphenated word, and each text in parentheses, on one line where it fits. */
export function NoBreak({ children }: { children: string }) {
  return children.split(/((?<![^ ])[^ ]*-[^ ]*|\([^(]+\))/).map((part, index) =>
    /[-(]/.test(part) ? (
      // oxlint-disable-next-line react/no-array-index-key -- the parts of a text never change places
      <span key={index} className="no-break">
        {part}
      </span>
    ) : (
      part
    ),
  );
}
