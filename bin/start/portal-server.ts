import { once } from "node:events";
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from "node:http";

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
 * `x-by-itself` is set where a page asks without anybody's hand.
 */
export function portalServer() {
  const server = createServer(PATIENCE);
  const open = new Set<ServerResponse>();
  let draining = false;

  function answer(handler: RequestListener): void {
    server.on("request", (request, response) => {
      request.headers["x-peer-address"] = request.socket.remoteAddress ?? "";
      if (asksByItself(request)) request.headers["x-by-itself"] = "1";
      else delete request.headers["x-by-itself"];
      open.add(response);
      if (draining) response.setHeader("Connection", "close");
      response.once("close", () => {
        open.delete(response);
        if (draining) server.closeIdleConnections();
      });
      handler(request, response);
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
