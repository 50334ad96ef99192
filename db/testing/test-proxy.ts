import { once } from "node:events";
import { type AddressInfo, createServer, connect as open, type Socket } from "node:net";

export interface TestProxy {
  /** The database's address through the proxy. */
  url: string;
  close(): void;
}

/**
 * Decides whether a packet of one side may pass. `false` cuts its connection at both ends; "silence" keeps both ends
 * open for ever, without any further packet, not even of the other's end: a half-open connection. `opening`, the
 * client's first packet on the connection, names its application.
 */
type PacketFilter = (side: "client" | "server", bytes: Buffer, opening: Buffer) => boolean | "silence";

/**
 * Opens a proxy to a database: the test sees every packet first.
 * @param cut like a process that ends, or like one that is killed with data left unread.
 */
export async function openTestProxy(
  url: string,
  filter: PacketFilter,
  cut: "destroy" | "resetAndDestroy" = "destroy",
): Promise<TestProxy> {
  const { hostname, port } = new URL(url);
  const silentSockets = new Set<Socket>();
  const server = createServer((client) => {
    const database = open(Number(port), hostname);
    let isSilent = false;
    let opening: Buffer | undefined;
    const forward = (side: "client" | "server", to: Socket) => (bytes: Buffer) => {
      if (isSilent) return;
      opening ??= bytes;
      const decision = filter(side, bytes, opening);
      if (decision === true) return void to.write(bytes);
      if (decision === "silence") {
        isSilent = true;
        silentSockets.add(client).add(database);
        return;
      }
      client[cut]();
      database.destroy();
    };
    for (const socket of [client, database]) socket.on("error", () => {});
    client.on("data", forward("client", database)).on("close", () => isSilent || database.destroy());
    database.on("data", forward("server", client)).on("close", () => isSilent || client.destroy());
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const proxied = new URL(url);
  proxied.hostname = "127.0.0.1";
  proxied.port = String((server.address() as AddressInfo).port);
  return {
    url: proxied.href,
    close: () => {
      server.close();
      for (const socket of silentSockets) socket.destroy();
    },
  };
}
