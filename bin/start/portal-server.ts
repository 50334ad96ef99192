import { once } from "node:events";
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import { formatParseErrorResponse, getParseRejection } from "#lib/api/early-rejection";
import { createRequestId, runWithRequestId } from "#lib/core/request-id";
import { findMalformation } from "./find-malformation.ts";
import { logRejection, rejectRequest } from "./reject-request.ts";

/** Enough for a phone on a slow connection, too little for a client that sends a byte a minute to hold a connection. */
const SERVER_TIMEOUTS = {
  headersTimeout: 15_000,
  requestTimeout: 60_000,
  /** Above the usual 60 s of proxies in front: they, not this server, must close first. */
  keepAliveTimeout: 65_000,
  connectionsCheckingInterval: 5_000,
};

/**
 * Creates the HTTP server around the pages. Only it sees the connection, so only it identifies the caller: a client's
 * `x-peer-address` is replaced by the socket's own address. And only it sees what Next hides from pages: `x-by-itself`
 * is set where a page makes the request without its reader. It rejects malformed requests. Each request gets an id,
 * which its response and its log lines carry.
 * @param headers the headers of every response.
 * @param upgrades whether requests may upgrade their connection, as hot reload does. Otherwise they are handled as
 * ordinary ones, which RFC 9110 allows: the framework listens for upgrades and never closes unknown ones.
 */
export function createPortalServer(headers: Record<string, string> = {}, { upgrades = false } = {}) {
  const server = createServer({
    ...SERVER_TIMEOUTS,
    shouldUpgradeCallback: () => upgrades,
    // Node rejects it without a body; `findMalformation` says why.
    requireHostHeader: false,
  });
  // RFC 9110 lets a server ignore an unknown expectation; Node rejects it without a body.
  server.on("checkExpectation", (request, response) => server.emit("request", request, response));
  server.on("clientError", (error, socket) => handleClientError(error, socket, headers));
  const open = new Set<ServerResponse>();
  let stopping = false;
  let draining = false;

  function answer(handler: RequestListener): void {
    server.on("request", (request, response) => {
      const id = createRequestId();
      response.setHeader("X-Request-Id", id);
      if (pendingResponses.get(request.socket)?.writableEnded !== false)
        pendingResponses.set(request.socket, response);
      request.headers["x-peer-address"] = request.socket.remoteAddress ?? "";
      if (isAutomaticRequest(request)) request.headers["x-by-itself"] = "1";
      else delete request.headers["x-by-itself"];
      open.add(response);
      for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
      if (stopping || request.headers.upgrade) response.setHeader("Connection", "close");
      response.once("close", () => {
        open.delete(response);
        if (draining) server.closeIdleConnections();
      });
      const wrong = findMalformation(request);
      runWithRequestId(id, () =>
        wrong ? rejectRequest(request, response, wrong) : handler(request, response),
      );
    });
  }

  /** Continues to serve, but keeps no connection open: a proxy sends its next request on another, maybe elsewhere. */
  function releaseConnections(): void {
    stopping = true;
    for (const response of open) if (!response.headersSent) response.setHeader("Connection", "close");
  }

  async function drain(): Promise<void> {
    draining = true;
    releaseConnections();
    const closed = once(server, "close");
    server.close();
    for (const response of open) if (isEventStream(response)) response.destroy();
    await closed;
  }

  return { server, answer, releaseConnections, drain };
}

/** Whether a page makes the request without its reader: it listens for events, prefetches, or refreshes. */
function isAutomaticRequest({ method, url = "", headers }: IncomingMessage): boolean {
  if (method !== "GET") return false;
  if (headers.accept === "text/event-stream" || headers["next-router-prefetch"]) return true;
  if (!headers.rsc || !headers.referer || !URL.canParse(headers.referer)) return false;
  const { pathname, search } = new URL(headers.referer);
  return stripRscParam(url) === pathname + search;
}

/** Returns the address of a page without Next's parameter that separates its payload from its HTML. */
const stripRscParam = (url: string) => url.replace(/([?&])_rsc=[^&]*&?/, "$1").replace(/[?&]$/, "");

/** A stream of events never ends: its page connects again automatically. */
function isEventStream(response: ServerResponse): boolean {
  return String(response.getHeader("content-type")).startsWith("text/event-stream");
}

/** The response that each connection waits for: that of its first unfinished request. */
const pendingResponses = new WeakMap<Duplex, ServerResponse>();

/**
 * Responds to a connection with invalid HTTP, or to a request that did not arrive in time. Never mistakes another
 * request's response on the same connection for it.
 */
function handleClientError(
  error: NodeJS.ErrnoException,
  socket: Duplex,
  headers: Record<string, string>,
): void {
  const answer = pendingResponses.get(socket);
  const isOwed = answer && !answer.writableEnded && (answer.headersSent || answer.req.complete);
  if (!socket.writable || error.code === "ECONNRESET" || isOwed) {
    socket.destroy();
    return;
  }
  const id = answer?.writableEnded === false ? String(answer.getHeader("X-Request-Id")) : createRequestId();
  const rejection = getParseRejection(error.code);
  socket.end(formatParseErrorResponse(rejection, { ...headers, "X-Request-Id": id }));
  runWithRequestId(id, () => logRejection(rejection));
}
