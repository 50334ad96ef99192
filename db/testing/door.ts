import { once } from "node:events";
import { type AddressInfo, createServer, connect as open, type Socket } from "node:net";

export interface Door {
  /** The database's address through the door. */
  url: string;
  close(): void;
}

/** Whether a piece that one side said may pass. */
type Lets = (side: "client" | "server", bytes: Buffer) => boolean;

/**
 * A way to a database on which every piece that somebody says goes through the test first.
 * @param lets whether a piece may pass; when not, both ends of its connection are cut.
 * @param cut how: as by a process that ends, or as by one that is killed with something left unread.
 */
export async function openDoor(
  url: string,
  lets: Lets,
  cut: "destroy" | "resetAndDestroy" = "destroy",
): Promise<Door> {
  const { hostname, port } = new URL(url);
  const server = createServer((client) => {
    const database = open(Number(port), hostname);
    const pass = (side: "client" | "server", to: Socket) => (bytes: Buffer) => {
      if (lets(side, bytes)) return void to.write(bytes);
      client[cut]();
      database.destroy();
    };
    for (const socket of [client, database]) socket.on("error", () => {});
    client.on("data", pass("client", database)).on("close", () => database.destroy());
    database.on("data", pass("server", client)).on("close", () => client.destroy());
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const through = new URL(url);
  through.hostname = "127.0.0.1";
  through.port = String((server.address() as AddressInfo).port);
  return { url: through.href, close: () => server.close() };
}
