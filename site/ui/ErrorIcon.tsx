/** As high as a line of text. Decorative. */
export function ErrorIcon() {
  return (
    <svg className="error-icon" viewBox="-1 -1 18 18" aria-hidden="true">
      <path d="M8 1 15.5 14.5H.5zM8 6v4M8 11.6v1.2" />
    </svg>
  );
}
