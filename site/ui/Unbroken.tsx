/** Text whose hyphenated words, and what a no-break space joins to them, stay on one line where they fit. */
export function Unbroken({ children }: { children: string }) {
  return children.split(/((?<![^ ])[^ ]*-[^ ]*)/).map((part) =>
    part.includes("-") ? (
      <span key={part} className="unbroken">
        {part}
      </span>
    ) : (
      part
    ),
  );
}
