import { once } from "node:events";
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
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
 * @param headers what every answer carries, whoever gives it.
 * @param upgrades whether a request may change the protocol, as the pages of `npm run dev` do. Otherwise it is answered
 * as an ordinary one, as RFC 9110 has it: the framework listens for upgrades and leaves open what it does not know.
 */
export function portalServer(headers: Record<string, string> = {}, { upgrades = false } = {}) {
  const server = createServer({ ...PATIENCE, shouldUpgradeCallback: () => upgrades });
  server.on("clientError", (error, socket) => refuseUnread(error, socket, headers));
  const open = new Set<ServerResponse>();
  let draining = false;

  function answer(handler: RequestListener): void {
    server.on("request", (request, response) => {
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
      else handler(request, response);
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

const UNREAD: Record<string, string> = {
  HPE_HEADER_OVERFLOW: "431 Request Header Fields Too Large",
  ERR_HTTP_REQUEST_TIMEOUT: "408 Request Timeout",
};

/** Answers what is no HTTP, or did not arrive in time. */
function refuseUnread(error: NodeJS.ErrnoException, socket: Duplex, headers: Record<string, string>): void {
  if (!socket.writable || error.code === "ECONNRESET") {
    socket.destroy();
    return;
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const status = UNREAD[error.code ?? ""] ?? "400 Bad Request";
  socket.end(`HTTP/1.1 ${status}\r\n${lines.join("")}Connection: close\r\nContent-Length: 0\r\n\r\n`);
}
