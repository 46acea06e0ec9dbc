import { SITE } from "../../site.ts";

/** Offers the fallback email if the form cannot be sent. Renders nothing if no email is configured. */
export function ContactLine() {
  const address = SITE.contactEmail;
  if (address === null) return null;
  return (
    <p>
      Or email your request to <a href={`mailto:${address}?subject=Data%20request`}>{address}</a>
    </p>
  );
}
