/** Filled in by machines alone; read by our server where no script stands between. */
export function Honeypot({ id }: { id: string }) {
  return (
    <div className="honeypot" aria-hidden="true">
      <label htmlFor={`${id}-leave_empty`}>Leave this field empty</label>
      <input id={`${id}-leave_empty`} name="leave_empty" tabIndex={-1} autoComplete="off" />
    </div>
  );
}
