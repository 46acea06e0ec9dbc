/** Text whose hyphenated words ("quality-controlled") stay on one line where they fit. */
export function Unbroken({ children }: { children: string }) {
  return children.split(/(?<=\s)|(?=\s)/).map((part) =>
    part.includes("-") ? (
      <span key={part} className="unbroken">
        {part}
      </span>
    ) : (
      part
    ),
  );
}
