export function CardNames({ cards }: { cards: { id: string; title: string }[] }) {
  return (
    <div className="card-names">
      <Path className="card-names-path" />
      <Path className="card-names-path card-names-path-done" />
      <ol>
        {cards.map(({ id, title }) => (
          <li key={id}>
            <a href={`#${id}`}>{title}</a>
          </li>
        ))}
      </ol>
    </div>
  );
}

/** Path from the first name to the second, which is on the other side, and back to the third. */
function Path({ className }: { className: string }) {
  return (
    <svg
      className={className}
      viewBox="0 0 100 200"
      preserveAspectRatio="none"
      fill="none"
      aria-hidden="true"
    >
      <path d="M0 0C0 36 100 64 100 100S0 164 0 200" vectorEffect="non-scaling-stroke" />
    </svg>
  );
}
