import { HONEYPOT } from "../../../domain/native-form.ts";

/** A field that only bots fill in; our server reads it in forms posted without script. */
export function Honeypot({ id }: { id: string }) {
  const inputId = `${id}-${HONEYPOT}`;
  return (
    <div className="request-form-honeypot" aria-hidden="true">
      <label htmlFor={inputId}>Leave this field empty</label>
      <input id={inputId} name={HONEYPOT} tabIndex={-1} autoComplete="off" />
    </div>
  );
}
