import { subscribe, unsubscribe } from "node:diagnostics_channel";
import type { ClientRequest, IncomingMessage, ServerResponse } from "node:http";
import type { Histogram } from "@opentelemetry/api";

/** Node's own diagnostics of each request, so that the code which sends purchases stays as it is. */
const DIAGNOSTICS_CHANNELS = {
  serveBegins: "http.server.request.start",
  serveEnds: "http.server.response.finish",
  askBegins: "http.client.request.start",
  askFails: "http.client.request.error",
  askEnds: "http.client.response.finish",
} as const;

/**
 * Times requests to this process and to the upstream into histograms, in seconds.
 * @param upstream the upstream's host, with its port where it has one.
 * @returns a function that stops it.
 */
export function timeRequests({
  served,
  requested,
  upstream,
}: {
  served: Histogram;
  requested: Histogram;
  upstream: string;
}): () => void {
  const began = new WeakMap<object, number>();
  const begin = (request: object) => began.set(request, performance.now());
  const since = (request: object) => {
    const at = began.get(request);
    began.delete(request);
    return at === undefined ? undefined : (performance.now() - at) / 1_000;
  };
  const isOurs = (request: ClientRequest) => request.getHeader("host") === upstream;
  const kindOf = ({ method, path }: ClientRequest) =>
    method === "POST" ? "purchase" : path.includes("plan") ? "plans" : "other";
  const on = {
    [DIAGNOSTICS_CHANNELS.serveBegins]: ({ request }: { request: IncomingMessage }) => begin(request),
    [DIAGNOSTICS_CHANNELS.serveEnds]: ({
      request,
      response,
    }: {
      request: IncomingMessage;
      response: ServerResponse;
    }) => {
      const took = since(request);
      const isStream = String(response.getHeader("content-type")).startsWith("text/event-stream");
      if (took === undefined || isStream) return;
      const path = request.url ?? "";
      const part = path.startsWith("/api/") ? "api" : path.startsWith("/_next/") ? "file" : "page";
      served.record(took, { part, status: `${Math.floor(response.statusCode / 100)}xx` });
    },
    [DIAGNOSTICS_CHANNELS.askBegins]: ({ request }: { request: ClientRequest }) => {
      if (isOurs(request)) begin(request);
    },
    [DIAGNOSTICS_CHANNELS.askFails]: ({ request }: { request: ClientRequest }) => {
      const took = since(request);
      if (took !== undefined) requested.record(took, { request: kindOf(request), status: "none" });
    },
    [DIAGNOSTICS_CHANNELS.askEnds]: ({
      request,
      response,
    }: {
      request: ClientRequest;
      response: IncomingMessage;
    }) => {
      const took = since(request);
      if (took !== undefined)
        requested.record(took, { request: kindOf(request), status: String(response.statusCode) });
    },
  };
  const listeners = Object.entries(on) as [string, (message: unknown) => void][];
  for (const [channel, listener] of listeners) subscribe(channel, listener);
  return () => {
    for (const [channel, listener] of listeners) unsubscribe(channel, listener);
  };
}
