/** A lead-through arm seen from the side: base joint, two links, end effector. */
export function Logo({ name }: { name: string }) {
  return (
    <span className="logo" translate="no">
      <svg className="logo-mark" viewBox="3.5 1.5 22.5 23" aria-hidden="true">
        <path d="M8 6v14h11" fill="none" stroke="currentColor" strokeWidth="4" />
        <circle cx="8" cy="6" r="4.5" fill="currentColor" />
        <circle cx="8" cy="20" r="4.5" fill="currentColor" />
        <circle className="logo-tip" cx="21.5" cy="20" r="4.5" />
      </svg>
      {name}
    </span>
  );
}
