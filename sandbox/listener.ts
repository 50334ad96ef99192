import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";

/** An HTTP server on one fixed address that can stop and start again. */
export interface ListeningServer {
  url: string;
  /** Breaks the open connections and continues to listen. */
  cut(): void;
  /** Rejects connections and breaks the open ones. */
  down(): Promise<void>;
  /** Listens again on the same port. */
  up(): Promise<void>;
}

/** Listens on `host:port`, port 0 for any free one. Throws when the port is taken. */
export async function startListener(
  listener: RequestListener,
  host: string,
  port: number,
): Promise<ListeningServer> {
  const server = createServer({ requestTimeout: 0, keepAliveTimeout: 60_000 }, listener);
  const open = async (at: number) => {
    server.listen(at, host);
    await once(server, "listening");
  };
  await open(port);
  const address = server.address() as AddressInfo;
  return {
    url: `http://${host}:${address.port}`,
    cut: () => server.closeAllConnections(),
    async up() {
      if (!server.listening) await open(address.port);
    },
    async down() {
      if (!server.listening) return;
      const closed = once(server, "close");
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
