import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";

/** An HTTP server on one fixed address that can go away and come back. */
export interface Listener {
  url: string;
  /** Breaks the open connections and goes on listening. */
  cut(): void;
  /** Refuses connections and breaks the open ones. */
  down(): Promise<void>;
  /** Listens again on the same port. */
  up(): Promise<void>;
}

/** Listens on `host:port`, port 0 for any free one. Throws when the port is taken. */
export async function listen(listener: RequestListener, host: string, port: number): Promise<Listener> {
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
