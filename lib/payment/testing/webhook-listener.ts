import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";

/** A webhook as it came over HTTP. */
export interface ReceivedWebhook {
  path: string;
  raw: Uint8Array;
  headers: Headers;
}

/** A server that takes webhooks, as the portal will, and keeps them. */
export async function startWebhookListener() {
  const got: ReceivedWebhook[] = [];
  const statuses: number[] = [];
  const server = createServer(async (request, response) => {
    const raw = new Uint8Array(await buffer(request));
    const headers = new Headers(
      Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
    );
    got.push({ path: request.url ?? "", raw, headers });
    response.writeHead(statuses.shift() ?? 200).end();
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/payments`,
    got,
    /** The statuses of the next responses; 200 by default. */
    statuses,
    async close() {
      server.closeAllConnections();
      await once(server.close(), "close");
    },
  };
}
