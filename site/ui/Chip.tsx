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
