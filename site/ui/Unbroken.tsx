/** Text whose hyphenated words ("quality-controlled") stay on one line where they fit. */
export function Unbroken({ children }: { children: string }) {
  return children.split(/(\S+-\S+)/).map((part, at) =>
    at % 2 === 0 ? (
      part
    ) : (
      <span key={part} className="unbroken">
        {part}
      </span>
    ),
  );
}
