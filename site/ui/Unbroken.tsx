/**
 * Keeps these on one line where they fit: text in parentheses, and a hyphenated word together with what
 * a no-break space joins to it.
 */
export function Unbroken({ children }: { children: string }) {
  return children.split(/((?<![^ ])[^ ]*-[^ ]*|\([^(]+\))/).map((part) =>
    /[-(]/.test(part) ? (
      <span key={part} className="unbroken">
        {part}
      </span>
    ) : (
      part
    ),
  );
}
