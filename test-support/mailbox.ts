import { once } from "node:events";
import type { AddressInfo } from "node:net";

import { SMTPServer } from "smtp-server";

/** A mail server that keeps messages, or rejects them. */
export type Mailbox = {
  url: string;
  messages: string[];
  recipients: string[];
  rejecting: boolean;
  stop(): Promise<void>;
};

export async function startMailbox(): Promise<Mailbox> {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS", "AUTH"],
    onMailFrom(_address, _session, done) {
      const rejection = Object.assign(new Error("try again later"), { responseCode: 451 });
      done(mailbox.rejecting ? rejection : null);
    },
    onData(stream, { envelope }, done) {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", () => {
        mailbox.messages.push(Buffer.concat(chunks).toString().replaceAll("\r\n", "\n"));
        mailbox.recipients.push(...envelope.rcptTo.map(({ address }) => address));
        done();
      });
    },
  });
  server.on("error", () => {});
  server.listen(0, "127.0.0.1");
  await once(server.server, "listening");
  const { port } = server.server.address() as AddressInfo;
  const mailbox: Mailbox = {
    url: `smtp://127.0.0.1:${port}`,
    messages: [],
    recipients: [],
    rejecting: false,
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
  return mailbox;
}
