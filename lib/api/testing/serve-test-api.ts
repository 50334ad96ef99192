import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll } from "vitest";
import { serveApi } from "#lib/api/serve-api";

export interface TestCall {
  method?: string;
  headers?: Record<string, string>;
  body?: string;
  signal?: AbortSignal;
}

/** Serves the API for the tests of a file. @returns its port, and a function that calls it with a token */
export async function serveTestApi(prepare: (request: IncomingMessage) => void = () => {}) {
  const server = createServer((request, response) => {
    prepare(request);
    serveApi(request, response, []);
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const call = (token: string, path: string, { headers, ...more }: TestCall = {}) =>
    fetch(`http://127.0.0.1:${port}${path}`, {
      ...more,
      headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json", ...headers },
    });
  return { port, call };
}
