import { cookies } from "next/headers";
import { decode, encode, type JWT } from "next-auth/jwt";
import { env } from "#lib/core/env";

/** As long as the longest session; the session's own row decides (lib/account/session/read.ts). */
export const COOKIE_SECONDS = 90 * 24 * 60 * 60;

/** The session cookie's name and options: bound to this host alone wherever the portal is served over TLS. */
export function sessionCookie() {
  const secure = env().NEXTAUTH_URL.startsWith("https:");
  return {
    name: secure ? "__Host-next-auth.session-token" : "next-auth.session-token",
    options: { httpOnly: true, sameSite: "lax", path: "/", secure },
  } as const;
}

/** As long as browsers keep any cookie. */
const DEVICE_SECONDS = 400 * 24 * 60 * 60;

/** The cookie by which a browser is known again, whoever signed out of it meanwhile. */
export function deviceCookie() {
  const { options } = sessionCookie();
  return { name: options.secure ? "__Host-device" : "device", options };
}

/** Keeps `secret` in the browser, exactly as next-auth itself would. */
export async function keepSession(secret: string): Promise<void> {
  const { name, options } = sessionCookie();
  const token = await encode({ token: { secret }, secret: env().NEXTAUTH_SECRET, maxAge: COOKIE_SECONDS });
  (await cookies()).set(name, token, { ...options, maxAge: COOKIE_SECONDS });
}

/** Lets the browser that has just signed in be known again. */
export async function keepDevice(device: string): Promise<void> {
  const { name, options } = deviceCookie();
  (await cookies()).set(name, device, { ...options, maxAge: DEVICE_SECONDS });
}

/** The cookie of a browser that gave the password and has yet to give a code; the half's own row decides. */
export function halfCookie() {
  const { options } = sessionCookie();
  return { name: options.secure ? "__Host-half-signed-in" : "half-signed-in", options };
}

/** Keeps what a right password opened where a code is still to be given. */
export async function keepHalf(half: string): Promise<void> {
  const { name, options } = halfCookie();
  (await cookies()).set(name, half, { ...options, maxAge: 10 * 60 });
}

export async function dropHalf(): Promise<void> {
  const { name, options } = halfCookie();
  (await cookies()).set(name, "", { ...options, maxAge: 0 });
}

/** Takes the cookie out of the browser. */
export async function dropSession(): Promise<void> {
  const { name, options } = sessionCookie();
  (await cookies()).set(name, "", { ...options, maxAge: 0 });
}

/** The session secret that a cookie carries; undefined when it was not sealed by this portal. */
export async function openCookie(token: string | undefined): Promise<string | undefined> {
  const sealed = await decodeCookie(token);
  return typeof sealed?.secret === "string" ? sealed.secret : undefined;
}

/** What stands in a cookie that was sealed with the secret of now or the one before; null for any other. */
export async function decodeCookie(token: string | undefined): Promise<JWT | null> {
  if (!token) return null;
  const { NEXTAUTH_SECRET, NEXTAUTH_SECRET_BEFORE } = env();
  for (const secret of [NEXTAUTH_SECRET, NEXTAUTH_SECRET_BEFORE]) {
    const found = secret === undefined ? null : await decode({ token, secret }).catch(() => null);
    if (found) return found;
  }
  return null;
}
