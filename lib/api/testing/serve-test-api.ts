import { once } from "node:events";
import type { IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll } from "vitest";
import { loadApiEndpoints } from "#bin/start/api-endpoints";
import { createPortalServer } from "#bin/start/portal-server";
import { createRequestHandler } from "#bin/start/request-handler";
import { closeApi } from "#lib/api/endpoint";
import { closeRequestLog } from "#lib/api/request-log/request-log";

export interface TestCall {
  method?: string;
  headers?: Record<string, string>;
  body?: string;
  signal?: AbortSignal;
}

/** Serves the API for the tests of a file by the portal's own server, without pages. @returns its port, and a function that
 * calls it with a token
 */
export async function serveTestApi(prepare: (request: IncomingMessage) => void = () => {}) {
  const { server, answer } = createPortalServer();
  const handle = createRequestHandler({
    guardHost: () => false,
    readiness: async () => "ready",
    findEndpoint: await loadApiEndpoints(),
    serveOtherBuild: async () => false,
    servePage: (_turn, _request, response) => void response.writeHead(404).end(),
  });
  answer((request, response) => {
    prepare(request);
    handle(request, response);
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  afterAll(async () => {
    server.closeAllConnections();
    server.close();
    await closeRequestLog();
    await closeApi();
  });
  const { port } = server.address() as AddressInfo;
  const call = (token: string, path: string, { headers, ...more }: TestCall = {}) =>
    fetch(`http://127.0.0.1:${port}${path}`, {
      ...more,
      headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json", ...headers },
    });
  return { port, call };
}
