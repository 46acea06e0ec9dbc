import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

import { SMTPServer } from "smtp-server";

export type Mailbox = Awaited<ReturnType<typeof startMailbox>>;

/** The rejected step and its SMTP reply code: https://www.rfc-editor.org/rfc/rfc5321#section-4.2.3 */
export type SmtpFailure = {
  what: "password" | "recipient" | "message";
  code: number;
  words?: string;
  /** Only messages that contain this text are rejected. */
  text?: string;
};

/** Accepts any credentials by default. */
export async function startMailbox(failure?: SmtpFailure) {
  const messages: string[] = [];
  const recipients: string[] = [];
  const errorAt = (what: SmtpFailure["what"]) =>
    failure?.what === what
      ? Object.assign(new Error(failure.words ?? `${what} failed`), {
          responseCode: failure.code,
        })
      : null;
  const server = new SMTPServer({
    authOptional: true,
    allowInsecureAuth: true,
    disabledCommands: ["STARTTLS"],
    onAuth: ({ username = "" }, _session, done) => done(errorAt("password"), { user: username }),
    onRcptTo: (_address, _session, done) => done(errorAt("recipient")),
    async onData(stream, { envelope }, done) {
      const message = (await text(stream)).replaceAll("\r\n", "\n");
      const error = message.includes(failure?.text ?? "") ? errorAt("message") : null;
      if (!error) {
        messages.push(message);
        recipients.push(...envelope.rcptTo.map(({ address }) => address));
      }
      done(error);
    },
  });
  server.listen(0, "127.0.0.1");
  await once(server.server, "listening");
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://site:password@127.0.0.1:${port}`,
    messages,
    recipients,
    stop: () => new Promise<void>((resolve) => server.close(resolve)),
  };
}
