import { CONTACT } from "../request/handover.ts";

/** As in `domain/contact-mail.ts`, which is too large for the first script. */
const MAX_LENGTH = 2_000;

/** A form whose script failed: its e-mail to the provider gets what was typed, as far as it fits. */
export function addTypedToMails(): void {
  addEventListener("click", ({ target }) => {
    const link = (target as Element).closest<HTMLAnchorElement>(`a[${CONTACT}]`);
    const form = link?.closest("form");
    if (!link || !form) return;
    let href = `${link.href.split("&", 1)[0]}&body=`;
    for (const [name, value] of new FormData(form)) {
      const longer = `${href}${encodeURIComponent(`${name}: ${value as string}\r\n`)}`;
      if (value !== "" && longer.length <= MAX_LENGTH) href = longer;
    }
    link.href = href;
  });
}
