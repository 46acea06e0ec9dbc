/**
 * Text of which what is in parentheses, and hyphenated words with what a no-break space joins to them,
 * stay on one line where they fit.
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
