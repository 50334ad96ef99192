import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { env } from "#lib/core/env";
import { isEqualSecret } from "#lib/core/is-equal-secret";
import { getMonitoringVariables } from "#lib/monitoring/variables";
import { answerProbe } from "./answer-probe.ts";
import type { ReadinessWatch } from "./readiness.ts";

/**
 * Serves monitoring on `METRICS_PORT`, and on `HOST` where `METRICS_TOKEN` is set: `/metrics`, with that
 * token, and the two probes, for processes without pages. Throws EADDRINUSE when the port is in use.
 */
export async function startMonitoringServer({ readiness }: ReadinessWatch, metrics: RequestListener) {
  const { METRICS_PORT, METRICS_TOKEN } = getMonitoringVariables();
  // Other machines can connect only with a token.
  const host = METRICS_TOKEN ? env().HOST : "127.0.0.1";
  const server = createServer({ requestTimeout: 10_000, headersTimeout: 10_000 }, (request, response) => {
    if (answerProbe(request, response, readiness)) return;
    const reject = (status: number, headers = {}) => void response.writeHead(status, headers).end();
    if (request.url?.split("?", 1)[0] !== "/metrics") return reject(404);
    if (request.method !== "GET") return reject(405, { Allow: "GET" });
    if (METRICS_TOKEN && !isEqualSecret(request.headers.authorization, `Bearer ${METRICS_TOKEN}`))
      return reject(401, { "WWW-Authenticate": "Bearer" });
    metrics(request, response);
  });
  server.listen({ host, port: METRICS_PORT });
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://${host.includes(":") ? `[${host}]` : host}:${port}`,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
