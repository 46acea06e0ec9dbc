import { contactMail } from "../../../domain/contact-mail.ts";
import type { Draft } from "../../../domain/data-requirement.ts";
import { SITE } from "../../site.ts";
import { CONTACT } from "../handover.ts";

/**
 * How to reach the provider when the form cannot be sent, if the site has an address for it. Without a
 * draft the first script adds what was typed.
 */
export function ContactLine({ draft }: { draft?: Draft }) {
  const address = SITE.contactEmail;
  if (address === null) return null;
  const mark = draft ? {} : { [CONTACT]: "" };
  return (
    <p>
      Or email your request to{" "}
      <a href={contactMail(address, draft)} {...mark}>
        {address}
      </a>
    </p>
  );
}
