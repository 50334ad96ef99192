import type { IncomingMessage, ServerResponse } from "node:http";
import type { ApiEndpoint } from "#lib/api/endpoint";

/** Serves a request by an endpoint, without the framework. Its signal aborts when the caller leaves. */
export async function serveEndpoint(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  endpoint: ApiEndpoint,
): Promise<void> {
  const leaving = new AbortController();
  const { method = "", headers } = incoming;
  const request = new Request("http://portal", {
    method,
    headers: headers as Record<string, string>,
    signal: leaving.signal,
    ...(!["GET", "HEAD"].includes(method) && { body: incoming as unknown as BodyInit, duplex: "half" }),
  });
  outgoing.once("close", () => {
    // The request, too, listens to the signal, and only as long as it is in use.
    if (!outgoing.writableFinished && request) leaving.abort();
  });
  const response = await endpoint(request);
  try {
    const body = response.body && Buffer.from(await response.arrayBuffer());
    if (body) outgoing.setHeader("Content-Length", body.length);
    outgoing.writeHead(response.status, Object.fromEntries(response.headers)).end(body);
  } catch {
    outgoing.destroy();
  }
}
