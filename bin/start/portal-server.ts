import { once } from "node:events";
import { createServer, type RequestListener, type ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import { formatParseErrorResponse, getParseRejection } from "#lib/api/early-rejection";
import { createRequestId, runWithRequestId } from "#lib/core/request-id";
import { prepareRequest } from "#lib/request/prepare-request";
import { findMalformation } from "./find-malformation.ts";
import { logRejection, rejectRequest } from "./reject-request.ts";

/** Enough for a phone on a slow line, too little for a client that sends a byte a minute. */
const SERVER_TIMEOUTS = {
  headersTimeout: 15_000,
  requestTimeout: 60_000,
  /** Above the 50 s of ops/Caddyfile and the usual 60 s of others: they, not this server, must close first. */
  keepAliveTimeout: 65_000,
  connectionsCheckingInterval: 5_000,
};

/**
 * Creates the HTTP server around the pages. It prepares each request, rejects malformed ones, and puts the
 * request's ID into its log lines.
 * @param headers the headers of every response.
 * @param upgrades whether requests may upgrade their connection, as hot reload does. Otherwise
 * they are handled as ordinary ones, which RFC 9110 allows: the framework listens for upgrades and
 * never closes unknown ones.
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
      const wrong = findMalformation(request);
      const id = prepareRequest(request, response, headers);
      if (pendingResponses.get(request.socket)?.writableEnded !== false)
        pendingResponses.set(request.socket, response);
      open.add(response);
      if (stopping || request.headers.upgrade) response.setHeader("Connection", "close");
      // Five steps of ours and up to six of the framework hear of its end; only more would be a leak.
      response.setMaxListeners(16);
      response.once("close", () => {
        open.delete(response);
        if (draining) server.closeIdleConnections();
      });
      runWithRequestId(id, () =>
        wrong ? rejectRequest(request, response, wrong) : handler(request, response),
      );
    });
  }

  /** Serves on, but keeps no connection open: a proxy sends its next request on another, maybe elsewhere. */
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

/** A stream of events never ends: its page connects again automatically. */
function isEventStream(response: ServerResponse): boolean {
  return String(response.getHeader("content-type")).startsWith("text/event-stream");
}

/** The response that each connection waits for: that of its first unfinished request. */
const pendingResponses = new WeakMap<Duplex, ServerResponse>();

/**
 * Responds to a connection with invalid HTTP, or to a request that did not arrive in time. Never mistakes
 * another request's response on the same connection for it.
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
