import { createServer, type Server, type Socket } from "node:net";
import { readMessage } from "./message.ts";
import type { Mail, World } from "./world.ts";

/** Larger than any mail of the portal's. */
const MOST_BYTES = 1024 * 1024;

/** A mail server that takes everything for everybody, and misbehaves when told to. */
export function smtpServer(world: World): Server {
  return createServer((socket) => {
    world.sockets.add(socket);
    socket.on("close", () => world.sockets.delete(socket));
    socket.on("error", () => {});
    talk(world, socket);
  });
}

function talk(world: World, socket: Socket): void {
  let waiting = "";
  let to: string[] = [];
  let taking = false;
  const say = (line: string) => socket.write(`${line}\r\n`);
  const fault = () => world.faults.find((one) => one.to === undefined || to.includes(one.to));
  const begin = () => {
    [to, taking] = [[], false];
  };

  const command = (line: string) => {
    const verb = line.slice(0, 4).toUpperCase();
    if (verb === "EHLO") return say("250-sandbox\r\n250-8BITMIME\r\n250 SIZE 1048576");
    if (verb === "HELO" || verb === "NOOP") return say("250 sandbox");
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
  say("220 sandbox");
}
