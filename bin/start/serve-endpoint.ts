import type { IncomingMessage, ServerResponse } from "node:http";
import type { ApiEndpoint } from "#lib/api/endpoint";
import { compress, MIN_BYTES } from "./compress.ts";

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
  const request = {
    method,
    headers: { get: (name: string) => headers[name]?.toString() ?? null },
    body: ["GET", "HEAD"].includes(method) ? null : incoming,
  };
  const sent = await endpoint.respond(request, leaving.signal);
  if (sent.isCut) return void outgoing.destroy();
  if (sent.body && sent.body.length >= MIN_BYTES) compress(incoming, outgoing);
  if (sent.body) outgoing.setHeader("Content-Length", sent.body.length);
  outgoing.writeHead(sent.status, sent.headers).end(sent.body);
}
