import { createServer, type Socket } from "node:net";

/** A mail server that keeps what it gets, or refuses it. */
export type MailServer = {
  url: string;
  messages: string[];
  refusing: boolean;
  stop(): Promise<void>;
};

/** Speaks as much SMTP as a client needs to deliver one message a connection. */
export async function startMailServer(): Promise<MailServer> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    let message: string | null = null;
    let unread = "";
    const say = (line: string) => socket.write(`${line}\r\n`);
    const hear = (line: string) => {
      if (message !== null) {
        if (line !== ".") {
          message += `${line}\n`;
          return;
        }
        mail.messages.push(message);
        message = null;
        say("250 kept");
      } else if (/^MAIL/i.test(line) && mail.refusing) say("451 try again later");
      else if (/^DATA/i.test(line)) {
        message = "";
        say("354 go on");
      } else if (/^QUIT/i.test(line)) socket.end("221 bye\r\n");
      else say("250 fine");
    };
    socket.on("error", () => {});
    socket.on("data", (chunk) => {
      const lines = (unread + chunk.toString()).split("\r\n");
      unread = lines.pop() ?? "";
      for (const line of lines) hear(line);
    });
    say("220 ready");
  });
  server.listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  const mail: MailServer = {
    url: `smtp://127.0.0.1:${address.port}`,
    messages: [],
    refusing: false,
    async stop() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return mail;
}
