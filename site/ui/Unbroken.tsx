/** Keeps "task-specific" or "(Keyboard and Mouse)" on one line where it fits. */
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
