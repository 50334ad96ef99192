import type { IncomingMessage, ServerResponse } from "node:http";
import type { ApiEndpoint } from "#lib/api/endpoint";

/** Serves a request by an endpoint, without the framework. */
export async function serveEndpoint(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  endpoint: ApiEndpoint,
): Promise<void> {
  const leaving = new AbortController();
  outgoing.once("close", () => {
    if (!outgoing.writableFinished) leaving.abort();
  });
  const { method = "", headers } = incoming;
  const request = new Request("http://portal", {
    method,
    headers: headers as Record<string, string>,
    ...(!["GET", "HEAD"].includes(method) && { body: incoming as unknown as BodyInit, duplex: "half" }),
  });
  const sent = await endpoint.respond(request, leaving.signal);
  if (sent.isCut) return void outgoing.destroy();
  if (sent.body) outgoing.setHeader("Content-Length", sent.body.length);
  outgoing.writeHead(sent.status, sent.headers).end(sent.body);
}
