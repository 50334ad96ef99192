import { createServer, type Server, type Socket } from "node:net";
import { createServer as createSecureServer, TLSSocket } from "node:tls";
import { parseMessage } from "./message.ts";
import type { MailWorld, ReceivedMail } from "./world.ts";

/** Larger than any mail of the portal's. */
const MAX_BYTES = 4 * 1024 * 1024;

/** The server's demands of a sender: encryption, then a name and a password. */
export interface SmtpTls {
  user: string;
  password: string;
  /** In PEM. */
  key: string;
  cert: string;
  /** From the first byte on; by STARTTLS; or never, and then it can't demand encryption. */
  encrypts: "at once" | "when asked" | "never";
}

/**
 * Creates a mail server that accepts all emails, or those of senders who meet its demands; faults make it
 * misbehave.
 */
export function createSmtpServer(world: MailWorld, lock?: SmtpTls): Server {
  const begin = (socket: Socket) => {
    trackSocket(world, socket);
    serveSmtp(world, socket, lock);
    socket.write("220 sandbox\r\n");
  };
  return lock?.encrypts === "at once" ? createSecureServer(lock, begin) : createServer(begin);
}

function trackSocket(world: MailWorld, socket: Socket): void {
  world.sockets.add(socket);
  socket.on("close", () => world.sockets.delete(socket));
  socket.on("error", () => {});
}

function serveSmtp(world: MailWorld, socket: Socket, lock: SmtpTls | undefined): void {
  let waiting = "";
  let to: string[] = [];
  let taking = false;
  let isAuthenticated = lock === undefined;
  const encrypted = socket instanceof TLSSocket;
  const send = (line: string) => socket.write(`${line}\r\n`);
  const fault = () => world.faults.find((fault) => fault.to === undefined || to.includes(fault.to));
  const begin = () => {
    [to, taking] = [[], false];
  };

  const offers = () => {
    if (encrypted && lock) return ["AUTH PLAIN"];
    return lock?.encrypts === "when asked" ? ["STARTTLS"] : [];
  };

  const command = (line: string) => {
    const verb = line.slice(0, 4).toUpperCase();
    if (verb === "EHLO") {
      const lines = ["sandbox", "8BITMIME", ...offers(), `SIZE ${MAX_BYTES}`];
      return send(lines.map((line, n) => `250${n < lines.length - 1 ? "-" : " "}${line}`).join("\r\n"));
    }
    if (verb === "STAR" && lock?.encrypts === "when asked" && !encrypted) {
      send("220 ready to start TLS");
      socket.removeAllListeners("data");
      const secure = new TLSSocket(socket, { isServer: true, key: lock.key, cert: lock.cert });
      trackSocket(world, secure);
      return serveSmtp(world, secure, lock);
    }
    if (verb === "AUTH" && lock && encrypted) {
      const [, user, password] = Buffer.from(line.slice("AUTH PLAIN ".length), "base64")
        .toString()
        .split("\0");
      isAuthenticated = user === lock.user && password === lock.password;
      return send(isAuthenticated ? "235 2.7.0 welcome" : "535 5.7.8 authentication failed");
    }
    if (verb === "HELO" || verb === "NOOP") return send("250 sandbox");
    if (verb === "MAIL" && !isAuthenticated) return send("530 5.7.0 authentication required");
    if (verb === "RSET" || verb === "MAIL") {
      begin();
      if (verb === "MAIL" && fault()?.kind === "sender")
        return send("553 5.7.1 sender address rejected: not owned by user");
      return send("250 well");
    }
    if (verb === "RCPT") {
      to.push(/<([^>]*)>/.exec(line)?.[1]?.toLowerCase() ?? "");
      const kind = fault()?.kind;
      if (kind === "hang") return world.hung(to);
      if (kind === "refuse") return send("550 5.1.1 no such mailbox");
      return send("250 well");
    }
    if (verb === "DATA") {
      taking = true;
      return send("354 start mail input, end with a dot");
    }
    if (verb === "QUIT") return socket.end("221 bye\r\n");
    return send("502 not here");
  };

  const take = (raw: string) => {
    const kind = fault()?.kind;
    if (kind === "later") send("451 4.3.0 try again later");
    else if (kind === "limit") send("550 5.4.5 daily user sending limit exceeded");
    else {
      const mail: ReceivedMail = { to, at: new Date(), ...parseMessage(raw) };
      world.keep(mail);
      if (kind === "drop") socket.destroy();
      else send("250 taken");
    }
    begin();
  };

  socket.on("data", (bytes) => {
    waiting += bytes.toString("latin1");
    if (waiting.length > MAX_BYTES) return socket.destroy();
    for (;;) {
      const end = taking ? waiting.indexOf("\r\n.\r\n") : waiting.indexOf("\r\n");
      if (end < 0) return;
      const part = waiting.slice(0, end);
      waiting = waiting.slice(end + (taking ? 5 : 2));
      if (taking) take(part.replace(/\r\n\.\./g, "\r\n."));
      else command(part);
    }
  });
}
