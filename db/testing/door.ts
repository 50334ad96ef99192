import { once } from "node:events";
import { type AddressInfo, createServer, connect as open, type Socket } from "node:net";

export interface Door {
  /** The database's address through the door. */
  url: string;
  close(): void;
}

/**
 * Whether a piece that one side said may pass. `false` cuts its connection at both ends; "silence" keeps both ends open
 * for ever, and neither hears of the other again, not even of its end: a line that is half open. The first piece that
 * the client said on the connection, `opening`, names its application.
 */
type Lets = (side: "client" | "server", bytes: Buffer, opening: Buffer) => boolean | "silence";

/**
 * A way to a database on which every piece that somebody says goes through the test first.
 * @param cut how: as by a process that ends, or as by one that is killed with something left unread.
 */
export async function openDoor(
  url: string,
  lets: Lets,
  cut: "destroy" | "resetAndDestroy" = "destroy",
): Promise<Door> {
  const { hostname, port } = new URL(url);
  const silent = new Set<Socket>();
  const server = createServer((client) => {
    const database = open(Number(port), hostname);
    let mute = false;
    let opening: Buffer | undefined;
    const pass = (side: "client" | "server", to: Socket) => (bytes: Buffer) => {
      if (mute) return;
      opening ??= bytes;
      const may = lets(side, bytes, opening);
      if (may === true) return void to.write(bytes);
      if (may === "silence") {
        mute = true;
        silent.add(client).add(database);
        return;
      }
      client[cut]();
      database.destroy();
    };
    for (const socket of [client, database]) socket.on("error", () => {});
    client.on("data", pass("client", database)).on("close", () => mute || database.destroy());
    database.on("data", pass("server", client)).on("close", () => mute || client.destroy());
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const through = new URL(url);
  through.hostname = "127.0.0.1";
  through.port = String((server.address() as AddressInfo).port);
  return {
    url: through.href,
    close: () => {
      server.close();
      for (const socket of silent) socket.destroy();
    },
  };
}
