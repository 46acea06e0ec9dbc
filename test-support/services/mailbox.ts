import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

import { SMTPServer } from "smtp-server";

export type Mailbox = Awaited<ReturnType<typeof startMailbox>>;

/** A mail server that keeps messages. */
export async function startMailbox() {
  const messages: string[] = [];
  const recipients: string[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS", "AUTH"],
    async onData(stream, { envelope }, done) {
      messages.push((await text(stream)).replaceAll("\r\n", "\n"));
      recipients.push(...envelope.rcptTo.map(({ address }) => address));
      done();
    },
  });
  server.listen(0, "127.0.0.1");
  await once(server.server, "listening");
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    messages,
    recipients,
    stop: () => new Promise<void>((resolve) => server.close(resolve)),
  };
}
