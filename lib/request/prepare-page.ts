import { randomBytes } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { env } from "#lib/core/env";
import { isDevelopment } from "#lib/core/variables";
import { buildContentSecurityPolicy } from "./headers.ts";
import { stripRscParam } from "./rsc-param.ts";

/** The API and the build's files set their own headers. */
const OTHERS = /^\/(_next\/(static|image)|api)(\/|$)/;
/** A shop's images are public, and set their own cache headers. */
const SHOP_IMAGES = /^\/s\/[^/]+\/(picture\/|share\.png$|qr\.svg$)/;

/**
 * Prepares a page before the framework renders it: gives it its policy with a fresh nonce, which the framework reads
 * from the request, and tells it its address as `x-path`. Permissions are checked by service functions alone.
 */
export function preparePage({ url = "", headers }: IncomingMessage, response: ServerResponse): void {
  // After a slash only: an address that begins with two would name another host.
  const { pathname, search } = new URL(`http://portal${stripRscParam(url)}`);
  if (OTHERS.test(pathname)) return;
  const { NEXTAUTH_URL } = env();
  const nonce = randomBytes(16).toString("base64");
  const policy = buildContentSecurityPolicy(nonce, {
    secure: NEXTAUTH_URL.startsWith("https:"),
    development: isDevelopment(),
  });
  headers["content-security-policy"] = policy;
  headers["x-nonce"] = nonce;
  headers["x-path"] = pathname + search;
  response.setHeader("Content-Security-Policy", policy);
  if (!SHOP_IMAGES.test(pathname)) response.setHeader("Cache-Control", "private, no-store");
}
