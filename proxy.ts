import { randomBytes } from "node:crypto";
import { type NextRequest, NextResponse } from "next/server";
import { env } from "#lib/core/env";
import { contentSecurityPolicy, securityHeaders } from "#lib/web/headers";

/** A shop's pictures are everybody's, and say themselves how long they keep. */
const KEPT = /^\/s\/[^/]+\/(picture\/|share\.png$|qr\.svg$)/;

/**
 * Dresses every answer with its security headers and a fresh nonce. It decides nothing about rights: verbs
 * do, and they refuse just the same without it.
 */
export function proxy(request: NextRequest): NextResponse {
  const { NEXTAUTH_URL, NODE_ENV } = env();
  const place = { secure: NEXTAUTH_URL.startsWith("https:"), development: NODE_ENV === "development" };
  const nonce = randomBytes(16).toString("base64");
  const policy = contentSecurityPolicy(nonce, place);

  const headers = new Headers(request.headers);
  headers.set("Content-Security-Policy", policy);
  headers.set("x-nonce", nonce);
  headers.set("x-path", request.nextUrl.pathname + request.nextUrl.search);

  const response = NextResponse.next({ request: { headers } });
  response.headers.set("Content-Security-Policy", policy);
  // The plan lists of the interface say for themselves how long they hold.
  if (!request.nextUrl.pathname.startsWith("/api/data")) {
    if (!KEPT.test(request.nextUrl.pathname)) response.headers.set("Cache-Control", "private, no-store");
  }
  for (const [name, value] of Object.entries(securityHeaders(place))) response.headers.set(name, value);
  return response;
}

export const config = { matcher: "/((?!_next/static|_next/image).*)" };
