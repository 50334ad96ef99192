import { once } from "node:events";
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import { unreadAnswer } from "#lib/api/front-door";
import { asRequest, newRequestId } from "#lib/core/request-id";
import { malformed, refuse } from "./malformed.ts";

/** Generous to a phone on a slow line, not to a client that sends a byte a minute to hold a connection. */
const PATIENCE = {
  headersTimeout: 15_000,
  requestTimeout: 60_000,
  /** Above the usual 60 s of proxies in front: they, not we, must be the first to close. */
  keepAliveTimeout: 65_000,
  connectionsCheckingInterval: 5_000,
};

/**
 * The HTTP server around the pages. It alone sees the connection, so it alone says who calls: whatever a
 * client sends as `x-peer-address` is replaced by the socket's own address. And it alone sees what Next hides from pages:
 * `x-by-itself` is set where a page asks without anybody's hand. It refuses what is malformed.
 * Each request gets a name, which its answer and its log lines carry.
 * @param headers what every answer carries, whoever gives it.
 * @param upgrades whether requests may upgrade their connection, as hot reload does. Otherwise they are answered as ordinary
 * ones, which RFC 9110 allows: the framework listens for upgrades and never closes those that it does not know.
 */
export function portalServer(headers: Record<string, string> = {}, { upgrades = false } = {}) {
  const server = createServer({ ...PATIENCE, shouldUpgradeCallback: () => upgrades });
  server.on("clientError", (error, socket) => refuseUnread(error, socket, headers));
  const open = new Set<ServerResponse>();
  let draining = false;

  function answer(handler: RequestListener): void {
    server.on("request", (request, response) => {
      const id = newRequestId();
      response.setHeader("X-Request-Id", id);
      if (answering.get(request.socket)?.writableEnded !== false) answering.set(request.socket, response);
      request.headers["x-peer-address"] = request.socket.remoteAddress ?? "";
      if (asksByItself(request)) request.headers["x-by-itself"] = "1";
      else delete request.headers["x-by-itself"];
      open.add(response);
      for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
      if (draining || request.headers.upgrade) response.setHeader("Connection", "close");
      response.once("close", () => {
        open.delete(response);
        if (draining) server.closeIdleConnections();
      });
      const wrong = malformed(request);
      if (wrong) refuse(request.url ?? "", response, wrong);
      else asRequest(id, () => handler(request, response));
    });
  }

  async function drain(): Promise<void> {
    draining = true;
    const closed = once(server, "close");
    server.close();
    for (const response of open) {
      if (isEndless(response)) response.destroy();
      else if (!response.headersSent) response.setHeader("Connection", "close");
    }
    await closed;
  }

  return { server, answer, drain };
}

/** Whether a page asks and no person: it listens for events, fetches ahead, or looks once more at what it shows. */
function asksByItself({ method, url = "", headers }: IncomingMessage): boolean {
  if (method !== "GET") return false;
  if (headers.accept === "text/event-stream" || headers["next-router-prefetch"]) return true;
  if (!headers.rsc || !headers.referer || !URL.canParse(headers.referer)) return false;
  const { pathname, search } = new URL(headers.referer);
  return withoutMark(url) === pathname + search;
}

/** The address of a page without what Next adds to tell its payload from its HTML. */
const withoutMark = (url: string) => url.replace(/([?&])_rsc=[^&]*&?/, "$1").replace(/[?&]$/, "");

/** A stream of events has no end to wait for: its page connects again by itself. */
function isEndless(response: ServerResponse): boolean {
  return String(response.getHeader("content-type")).startsWith("text/event-stream");
}

/** The answer that each connection waits for: the first of those that it asked for in a row. */
const answering = new WeakMap<Duplex, ServerResponse>();

/** Answers what is no HTTP, or did not arrive in time. Another request's answer on the same line is never mistaken for it. */
function refuseUnread(error: NodeJS.ErrnoException, socket: Duplex, headers: Record<string, string>): void {
  const answer = answering.get(socket);
  const isOwed = answer && !answer.writableEnded && (answer.headersSent || answer.req.complete);
  if (!socket.writable || error.code === "ECONNRESET" || isOwed) {
    socket.destroy();
    return;
  }
  socket.end(unreadAnswer(error.code, { ...headers, "X-Request-Id": newRequestId() }));
}
