import type { IncomingMessage, ServerResponse } from "node:http";
import { isIP } from "node:net";
import { env } from "#lib/core/env";
import { isLoopback } from "#lib/core/network/ip-address";
import { isOfProxy } from "#lib/request/caller-address";
import { SHOP_HOST_HEADER } from "#lib/request/origin";
import { rejectRequest } from "./reject-request.ts";
import type { HostWatch } from "./watch-hosts.ts";

/** The path at which a proxy asks, as `?domain=`, whether it may get a certificate. */
export const CERTIFICATE_PATH = "/api/certificate";
/** Files of `public` that a shop's pages use. */
const SHARED_FILES = new Set(["/icon.svg", "/favicon.ico"]);
const ROBOTS_TEXT = "User-agent: *\nAllow: /\nDisallow: /s/*/o/\n";
/** Headers by which a client would have more than a page of the shop. */
const DROPPED_HEADERS = ["cookie", "authorization", "next-action", "x-forwarded-host"];

/** Handles what concerns host names beside the portal's. @returns whether the response is done */
export type HostGuard = (request: IncomingMessage, response: ServerResponse) => boolean;

/**
 * Serves only what a module declares at host names beside the portal's own: no other page, no session and no
 * cookie. Any other host name is rejected. See docs/decisions/shop-domains.md.
 */
export function createHostGuard(
  hosts: HostWatch,
  { portal, proxies } = { portal: new URL(env().NEXTAUTH_URL).hostname, proxies: env().TRUSTED_PROXIES },
): HostGuard {
  return (request, response) => {
    const host = readHost(request.headers.host);
    const isPortal = isPortalHost(host, portal);
    if (isPortal && getPath(request) !== CERTIFICATE_PATH) return false;
    if (!hosts.isReady())
      return reject(request, response, 503, "The portal is starting. Try again in ten seconds.");
    if (!isPortal) return guardShopHost(request, response, host, hosts);
    if (!isOfProxy({ get: (name) => request.headers[name]?.toString() ?? null }, proxies))
      return reject(request, response, 403, "Only a proxy of TRUSTED_PROXIES may request this.");
    const domain = new URLSearchParams(request.url?.split("?")[1]).get("domain") ?? "";
    return hosts.find(readHost(domain))?.certified
      ? answer(response, 200, "yes\n")
      : answer(response, 404, "no\n");
  };
}

/** Returns the host name of a request, without its port; empty for none. */
export const readHost = (header = ""): string => header.toLowerCase().replace(/:\d*$/, "").replace(/\.$/, "");

/** Whether it is the portal's name, or one by which proxies and probes in the same network reach it. */
export function isPortalHost(host: string, portal: string): boolean {
  if (host === portal || host.endsWith(`.${portal}`) || !host.includes(".")) return true;
  return isLoopback(host) || isIP(host.replace(/^\[|\]$/g, "")) !== 0;
}

function guardShopHost(
  request: IncomingMessage,
  response: ServerResponse,
  host: string,
  hosts: HostWatch,
): boolean {
  const shop = hosts.find(host);
  if (!shop) return reject(request, response, 421, "No shop is served at this address.");
  withholdCookies(response);
  if (response.hasHeader("Strict-Transport-Security"))
    // The domain is its owner's, who may lead it elsewhere.
    response.setHeader("Strict-Transport-Security", "max-age=86400");
  const { method = "", headers, url = "" } = request;
  if (!["GET", "HEAD", "POST"].includes(method))
    return reject(request, response, 405, `The ${method} method is not supported.`, {
      Allow: "GET, HEAD, POST",
    });
  const path = getPath(request);
  if (path === "/robots.txt") return answer(response, 200, ROBOTS_TEXT);
  const text = shop.answer?.(path);
  if (text !== undefined) return answer(response, 200, text);
  if (path !== "/" && !SHARED_FILES.has(path) && !shop.serves(path))
    return reject(request, response, 404, "This page isn’t part of the shop. Nothing was done.");
  for (const name of DROPPED_HEADERS) delete headers[name];
  for (const name of Object.keys(headers)) if (/^(next-|rsc$)/.test(name)) delete headers[name];
  headers[SHOP_HOST_HEADER] = host;
  if (path === "/") request.url = shop.home + url.slice(1);
  return false;
}

function withholdCookies(response: ServerResponse): void {
  const setHeader = response.setHeader.bind(response);
  const appendHeader = response.appendHeader.bind(response);
  response.setHeader = (name, value) => (isCookie(name) ? response : setHeader(name, value));
  response.appendHeader = (name, value) => (isCookie(name) ? response : appendHeader(name, value));
}

const isCookie = (name: string) => name.toLowerCase() === "set-cookie";

const getPath = ({ url = "" }: IncomingMessage) => url.split("?", 1)[0] ?? "";

function answer(response: ServerResponse, status: number, text: string): true {
  const headers = { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "no-store" };
  response.writeHead(status, headers).end(text);
  return true;
}

function reject(
  request: IncomingMessage,
  response: ServerResponse,
  status: number,
  message: string,
  headers?: Record<string, string>,
): true {
  rejectRequest(request, response, { status, message, ...(headers && { headers }) });
  return true;
}
