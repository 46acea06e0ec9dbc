import { HONEYPOT } from "../../../domain/wire/native-form.ts";

/** A field that only bots fill in, and sometimes a browser's autofill. */
export function Honeypot({ id }: { id: string }) {
  const inputId = `${id}-${HONEYPOT}`;
  return (
    <div className="visually-hidden" aria-hidden="true">
      <label htmlFor={inputId}>Leave this field empty</label>
      <input id={inputId} name={HONEYPOT} tabIndex={-1} autoComplete="off" />
    </div>
  );
}
