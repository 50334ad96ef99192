import { randomBytes } from "node:crypto";
import { type NextRequest, NextResponse } from "next/server";
import { env } from "#lib/core/env";
import { contentSecurityPolicy } from "#lib/web/headers";
import { wrongForm } from "#lib/web/wrong-form";

/** A shop's pictures are everybody's, and say themselves how long they keep. */
const KEPT = /^\/s\/[^/]+\/(picture\/|share\.png$|qr\.svg$)/;

/**
 * Gives every page its policy with a fresh nonce, and refuses what calls an action and is no form of ours. It decides
 * nothing about rights: verbs do, and they refuse just the same without it.
 */
export async function proxy(request: NextRequest): Promise<NextResponse> {
  const wrong = await wrongForm(request);
  if (wrong) {
    const headers = { "Cache-Control": "no-store" };
    return NextResponse.json({ message: wrong.message, errors: {} }, { status: wrong.status, headers });
  }
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
  return response;
}

export const config = { matcher: "/((?!_next/static|_next/image).*)" };
