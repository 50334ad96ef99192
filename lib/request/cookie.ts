import { cookies } from "next/headers";
import { decode, encode, type JWT } from "next-auth/jwt";
import { env } from "#lib/core/env";

/** Maximum age of a session; the session's row decides (lib/account/session/read-session.ts). */
export const MAX_SESSION_AGE_S = 90 * 24 * 60 * 60;

/** Returns the session cookie's name and options: bound to this host when the portal is served over TLS. */
export function getSessionCookieOptions() {
  const secure = env().NEXTAUTH_URL.startsWith("https:");
  return {
    name: secure ? "__Host-next-auth.session-token" : "next-auth.session-token",
    options: { httpOnly: true, sameSite: "lax", path: "/", secure },
  } as const;
}

/** Maximum age that browsers allow. */
const MAX_DEVICE_AGE_S = 400 * 24 * 60 * 60;

/** Returns the options of the device cookie, which recognises a browser after sign-outs. */
export function getDeviceCookieOptions() {
  const { options } = getSessionCookieOptions();
  return { name: options.secure ? "__Host-device" : "device", options };
}

/** Sets the session cookie, exactly as next-auth would. */
export async function setSessionCookie(secret: string): Promise<void> {
  const { name, options } = getSessionCookieOptions();
  const token = await encode({ token: { secret }, secret: env().NEXTAUTH_SECRET, maxAge: MAX_SESSION_AGE_S });
  (await cookies()).set(name, token, { ...options, maxAge: MAX_SESSION_AGE_S });
}

export async function setDeviceCookie(device: string): Promise<void> {
  const { name, options } = getDeviceCookieOptions();
  (await cookies()).set(name, device, { ...options, maxAge: MAX_DEVICE_AGE_S });
}

/** Returns the options of a pending sign-in's cookie; its row decides how long it lasts. */
export function getPendingSignInCookieOptions() {
  const { options } = getSessionCookieOptions();
  return { name: options.secure ? "__Host-half-signed-in" : "half-signed-in", options };
}

export async function setPendingSignInCookie(half: string): Promise<void> {
  const { name, options } = getPendingSignInCookieOptions();
  (await cookies()).set(name, half, { ...options, maxAge: 10 * 60 });
}

export async function clearPendingSignInCookie(): Promise<void> {
  const { name, options } = getPendingSignInCookieOptions();
  (await cookies()).set(name, "", { ...options, maxAge: 0 });
}

/** How long a referral link is remembered. */
const MAX_REFERRAL_AGE_S = 30 * 24 * 60 * 60;

/** Returns the options of the cookie with the code of a referral link. */
function getReferralCookieOptions() {
  const { options } = getSessionCookieOptions();
  return { name: options.secure ? "__Host-referral" : "referral", options };
}

/** Keeps the code of the referral link that was opened last. */
export async function setReferralCookie(code: string): Promise<void> {
  const { name, options } = getReferralCookieOptions();
  (await cookies()).set(name, code, { ...options, maxAge: MAX_REFERRAL_AGE_S });
}

/** Reads the code of the referral link that was opened last. */
export async function getReferralCookie(): Promise<string | undefined> {
  return (await cookies()).get(getReferralCookieOptions().name)?.value;
}

export async function clearSessionCookie(): Promise<void> {
  const { name, options } = getSessionCookieOptions();
  (await cookies()).set(name, "", { ...options, maxAge: 0 });
}

/** Reads the session secret in a cookie; undefined when this portal didn't seal it. */
export async function readSessionSecret(token: string | undefined): Promise<string | undefined> {
  const sealed = await decodeSessionCookie(token);
  return typeof sealed?.secret === "string" ? sealed.secret : undefined;
}

/** Decodes a cookie sealed with the current or the previous secret; null for any other. */
export async function decodeSessionCookie(token: string | undefined): Promise<JWT | null> {
  if (!token) return null;
  const { NEXTAUTH_SECRET, NEXTAUTH_SECRET_BEFORE } = env();
  for (const secret of [NEXTAUTH_SECRET, NEXTAUTH_SECRET_BEFORE]) {
    const content = secret === undefined ? null : await decode({ token, secret }).catch(() => null);
    if (content) return content;
  }
  return null;
}
