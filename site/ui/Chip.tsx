/** The pill at the top of a section: a label, and a number before it where the section has one. */
export function Chip({ number, label }: { number?: string; label: string }) {
  return (
    <p className="chip">
      {number !== undefined && (
        <>
          <span className="chip-number">{number}</span>{" "}
        </>
      )}
      <span>{label}</span>
    </p>
  );
}
