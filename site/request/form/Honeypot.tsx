/** A field that only bots fill in; our server reads it in forms posted without script. */
export function Honeypot({ id }: { id: string }) {
  return (
    <div className="request-form-honeypot" aria-hidden="true">
      <label htmlFor={`${id}-leave_empty`}>Leave this field empty</label>
      <input id={`${id}-leave_empty`} name="leave_empty" tabIndex={-1} autoComplete="off" />
    </div>
  );
}
