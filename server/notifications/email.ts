import { createTransport } from "nodemailer";

import { FIELDS } from "../../domain/data-requirement.ts";
import type { StoredRequirement } from "../store/store.ts";
import type { Send } from "./outbox-worker.ts";

/** E-mails a request to the provider; a reply to that mail goes to the visitor. */
export function createEmail({ smtpUrl, to }: { smtpUrl: string; to: string }): Send {
  const transport = createTransport(smtpUrl);
  return async (requirement, signal) => {
    await transport.sendMail({
      from: { name: "Data requests", address: to },
      to,
      replyTo: { name: requirement.full_name, address: requirement.email },
      // The same at every attempt, so that a mailbox can drop duplicates.
      messageId: `<${requirement.id}@${to.slice(to.lastIndexOf("@") + 1)}>`,
      subject: `Data request from ${requirement.company}`,
      text: describe(requirement),
      disableFileAccess: true,
      disableUrlAccess: true,
      signal,
    });
  };
}

function describe(requirement: StoredRequirement): string {
  const lines = FIELDS.map((field) => {
    const value = requirement[field];
    const text = Array.isArray(value) ? value.join(", ") : (value ?? "-");
    return `${field.replaceAll("_", " ")}: ${text}`;
  });
  return [
    `Reply due: ${requirement.reply_due}`,
    "",
    ...lines,
    "",
    `Request ${requirement.id}`,
  ].join("\n");
}
