/** Keeps "task-specific" or "(Keyboard and Mouse)" on one line where it fits. */
export function Unbroken({ children }: { children: string }) {
  return children.split(/((?<![^ ])[^ ]*-[^ ]*|\([^(]+\))/).map((part, index) =>
    /[-(]/.test(part) ? (
      // oxlint-disable-next-line react/no-array-index-key -- the parts of a text never change places
      <span key={index} className="unbroken">
        {part}
      </span>
    ) : (
      part
    ),
  );
}
