import { randomBytes } from "node:crypto";
import { type NextRequest, NextResponse } from "next/server";
import { env } from "#lib/core/env";
import { isDevelopment } from "#lib/core/variables";
import { buildContentSecurityPolicy } from "#lib/request/headers";
import { findInvalidForm } from "#lib/request/invalid-form";

/** A shop's images are public, and set their own cache headers. */
const SHOP_IMAGES = /^\/s\/[^/]+\/(picture\/|share\.png$|qr\.svg$)/;

/**
 * Gives every page its policy with a fresh nonce, and rejects calls of an action that don't come from a form
 * of the portal. It doesn't check permissions: service functions do, and deny access without it too.
 */
export async function proxy(request: NextRequest): Promise<NextResponse> {
  const wrong = await findInvalidForm(request);
  if (wrong) {
    const headers = { "Cache-Control": "no-store" };
    return NextResponse.json({ message: wrong.message, errors: {} }, { status: wrong.status, headers });
  }
  const { NEXTAUTH_URL } = env();
  const place = {
    secure: NEXTAUTH_URL.startsWith("https:"),
    development: isDevelopment(),
  };
  const nonce = randomBytes(16).toString("base64");
  const policy = buildContentSecurityPolicy(nonce, place);

  const headers = new Headers(request.headers);
  headers.set("Content-Security-Policy", policy);
  headers.set("x-nonce", nonce);
  headers.set("x-path", request.nextUrl.pathname + request.nextUrl.search);

  const response = NextResponse.next({ request: { headers } });
  response.headers.set("Content-Security-Policy", policy);
  if (!SHOP_IMAGES.test(request.nextUrl.pathname)) response.headers.set("Cache-Control", "private, no-store");
  return response;
}

/** Excludes routes below `/api`, which set their own headers. */
export const config = { matcher: "/((?!_next/static|_next/image|api(?:/|$)).*)" };
