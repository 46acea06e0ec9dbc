import { SITE } from "../../site.ts";

/** How to reach the provider when the form cannot be sent, if the site has an address for it. */
export function ContactLine() {
  const address = SITE.contactEmail;
  if (address === null) return null;
  return (
    <p>
      Or email your request to <a href={`mailto:${address}?subject=Data%20request`}>{address}</a>
    </p>
  );
}
