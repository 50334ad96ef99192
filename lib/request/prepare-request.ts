import type { IncomingMessage, ServerResponse } from "node:http";
import { createRequestId } from "#lib/core/request-id";
import { SHOP_HOST_HEADER } from "./origin.ts";
import { stripRscParam } from "./rsc-param.ts";
import { keepSentUrl } from "./sent-url.ts";

/**
 * Prepares a request before the framework, which hides these facts from routes and pages, and whatever a
 * client claims: `x-peer-address` is the connection's own address, `x-by-itself` is set where a page makes
 * the request without its reader, and `x-sent-url` is the address as sent. `x-shop-host` is set later, by
 * the portal's own server. Gives the response its ID and common headers.
 * @returns the request's ID, for its log lines.
 */
export function prepareRequest(
  request: IncomingMessage,
  response: ServerResponse,
  headers: Record<string, string>,
): string {
  const id = createRequestId();
  response.setHeader("X-Request-Id", id);
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  request.headers["x-peer-address"] = request.socket.remoteAddress ?? "";
  if (isAutomaticRequest(request)) request.headers["x-by-itself"] = "1";
  else delete request.headers["x-by-itself"];
  delete request.headers[SHOP_HOST_HEADER];
  keepSentUrl(request);
  return id;
}

/** Whether a page makes the request without its reader: it listens for events, prefetches, or refreshes. */
function isAutomaticRequest({ method, url = "", headers }: IncomingMessage): boolean {
  if (method !== "GET") return false;
  if (headers.accept === "text/event-stream" || headers["next-router-prefetch"]) return true;
  if (!headers.rsc || !headers.referer || !URL.canParse(headers.referer)) return false;
  const { pathname, search } = new URL(headers.referer);
  return stripRscParam(url) === pathname + search;
}
