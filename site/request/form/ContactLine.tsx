import type { Draft } from "../../../domain/data-requirement.ts";
import { SITE } from "../../site.ts";
import { contactMail } from "../contact-mail.ts";

/**
 * How to reach the provider when the form cannot be sent, if the site has an address for it. The e-mail has
 * the draft, or nothing where no script of the form runs.
 */
export function ContactLine({ draft }: { draft?: Draft }) {
  const address = SITE.contactEmail;
  if (address === null) return null;
  return (
    <p>
      Or email your request to <a href={contactMail(address, draft)}>{address}</a>
    </p>
  );
}
