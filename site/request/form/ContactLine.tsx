import { SITE } from "../../site.ts";

/** Fallback email for when the form cannot be sent, if configured. */
export function ContactLine() {
  const address = SITE.contactEmail;
  if (address === null) return null;
  return (
    <p>
      Or email your request to <a href={`mailto:${address}?subject=Data%20request`}>{address}</a>
    </p>
  );
}
