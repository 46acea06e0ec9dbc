import { createTransport } from "nodemailer";

import { FIELDS } from "../domain/data-requirement.ts";
import type { Send } from "./courier.ts";
import { replyDue } from "./desk-formats.ts";
import type { StoredRequirement } from "./store.ts";

/** Sends a request to the provider's mailbox; answering it answers the visitor. */
export function createEmail({ smtpUrl, to }: { smtpUrl: string; to: string }): Send {
  const transport = createTransport({
    url: smtpUrl,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 20_000,
  });
  return async (requirement) => {
    await transport.sendMail({
      from: { name: "Data requests", address: to },
      to,
      replyTo: { name: requirement.full_name, address: requirement.email },
      // The same at every try, so that a mailbox can drop what it has.
      messageId: `<${requirement.id}@${to.slice(to.lastIndexOf("@") + 1)}>`,
      subject: `Data request from ${requirement.company}`,
      text: describe(requirement),
      disableFileAccess: true,
      disableUrlAccess: true,
    });
  };
}

function describe(requirement: StoredRequirement): string {
  const lines = FIELDS.map((field) => {
    const value = requirement[field];
    const text = Array.isArray(value) ? value.join(", ") : (value ?? "-");
    return `${field.replaceAll("_", " ")}: ${text}`;
  });
  const due = new Date(replyDue(requirement)).toISOString();
  return [`Reply due: ${due}`, "", ...lines, "", `Request ${requirement.id}`].join("\n");
}
