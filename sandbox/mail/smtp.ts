import { createServer, type Server, type Socket } from "node:net";
import { createServer as createSecureServer, TLSSocket } from "node:tls";
import { readMessage } from "./message.ts";
import type { Mail, World } from "./world.ts";

/** Larger than any mail of the portal's. */
const MOST_BYTES = 4 * 1024 * 1024;

/** What a mail server asks of who sends: to encrypt, then a name and a password. */
export interface Lock {
  user: string;
  password: string;
  /** In PEM. */
  key: string;
  cert: string;
  /** From the first byte on; by STARTTLS; or not at all, which it then cannot ask for. */
  encrypts: "at once" | "when asked" | "never";
}

/** A mail server that takes everything for everybody, or for who opens its lock; it misbehaves when told to. */
export function smtpServer(world: World, lock?: Lock): Server {
  const begin = (socket: Socket) => {
    keep(world, socket);
    talk(world, socket, lock);
    socket.write("220 sandbox\r\n");
  };
  return lock?.encrypts === "at once" ? createSecureServer(lock, begin) : createServer(begin);
}

function keep(world: World, socket: Socket): void {
  world.sockets.add(socket);
  socket.on("close", () => world.sockets.delete(socket));
  socket.on("error", () => {});
}

function talk(world: World, socket: Socket, lock: Lock | undefined): void {
  let waiting = "";
  let to: string[] = [];
  let taking = false;
  let known = lock === undefined;
  const encrypted = socket instanceof TLSSocket;
  const say = (line: string) => socket.write(`${line}\r\n`);
  const fault = () => world.faults.find((one) => one.to === undefined || to.includes(one.to));
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
      const lines = ["sandbox", "8BITMIME", ...offers(), `SIZE ${MOST_BYTES}`];
      return say(lines.map((line, n) => `250${n < lines.length - 1 ? "-" : " "}${line}`).join("\r\n"));
    }
    if (verb === "STAR" && lock?.encrypts === "when asked" && !encrypted) {
      say("220 go on");
      socket.removeAllListeners("data");
      const secure = new TLSSocket(socket, { isServer: true, key: lock.key, cert: lock.cert });
      keep(world, secure);
      return talk(world, secure, lock);
    }
    if (verb === "AUTH" && lock && encrypted) {
      const [, user, password] = Buffer.from(line.slice("AUTH PLAIN ".length), "base64")
        .toString()
        .split("\0");
      known = user === lock.user && password === lock.password;
      return say(known ? "235 2.7.0 welcome" : "535 5.7.8 authentication failed");
    }
    if (verb === "HELO" || verb === "NOOP") return say("250 sandbox");
    if (verb === "MAIL" && !known) return say("530 5.7.0 authentication required");
    if (verb === "RSET" || verb === "MAIL") {
      begin();
      return say("250 well");
    }
    if (verb === "RCPT") {
      to.push(/<([^>]*)>/.exec(line)?.[1]?.toLowerCase() ?? "");
      const kind = fault()?.kind;
      if (kind === "hang") return world.hung(to);
      if (kind === "refuse") return say("550 5.1.1 no such mailbox");
      return say("250 well");
    }
    if (verb === "DATA") {
      taking = true;
      return say("354 go on, end with a dot");
    }
    if (verb === "QUIT") return socket.end("221 bye\r\n");
    return say("502 not here");
  };

  const take = (raw: string) => {
    const kind = fault()?.kind;
    if (kind === "later") say("451 4.3.0 try again later");
    else {
      const mail: Mail = { to, at: new Date(), ...readMessage(raw) };
      world.keep(mail);
      if (kind === "drop") socket.destroy();
      else say("250 taken");
    }
    begin();
  };

  socket.on("data", (bytes) => {
    waiting += bytes.toString("latin1");
    if (waiting.length > MOST_BYTES) return socket.destroy();
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
