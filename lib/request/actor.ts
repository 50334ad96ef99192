import { cookies, headers } from "next/headers";
import { forbidden, notFound, redirect } from "next/navigation";
import { cache } from "react";
import { getDatabase } from "#db/client";
import { getReplicaReader } from "#db/replica";
import { readSession, type SessionView } from "#lib/account/session/read-session";
import { type Browser, generateSecret } from "#lib/account/session/session";
import type { SessionStart } from "#lib/account/session/start-session";
import { type Ctx, hasPermission, mayHelp, type Person } from "#lib/core/context";
import { PortalError } from "#lib/core/error";
import type { HelperAccess } from "#lib/core/helper-permission";
import type { Permission } from "#lib/core/permission";
import { getCallerAddress } from "./caller-address.ts";
import {
  getDeviceCookieOptions,
  getPendingSignInCookieOptions,
  getSessionCookieOptions,
  readSessionSecret,
  setDeviceCookie,
  setPendingSignInCookie,
  setSessionCookie,
} from "./cookie.ts";
import { markUnavailable } from "./mark-unavailable.ts";
import { buildCodePath, buildSignInPath } from "./next-path.ts";
import { recordDeniedAccess } from "./record-denied-access.ts";
import { rememberSessionCaller } from "./session-caller.ts";

/** The request's actor, from the browser's cookie. */
export interface Visit {
  /**
   * A visitor's context until a generated password has been replaced and a required second factor is set up,
   * so that service functions reject it.
   */
  ctx: Ctx;
  /** The signed-in account, if any. */
  session: SessionView | undefined;
  /** Time at which the request began, before any reading. */
  at: number;
}

export interface SignedInVisit extends Visit {
  session: SessionView;
}

/** Reads the actor once per page, for all components. */
export const getCurrentVisit = cache(async (): Promise<Visit> => {
  const at = Date.now();
  const [jar, head] = await Promise.all([cookies(), headers()]);
  const { db } = getDatabase();
  const visitor: Ctx = {
    actor: { kind: "visitor" },
    db,
    address: getCallerAddress(head),
    readReplica: getReplicaReader(db),
  };
  const cookie = jar.get(getSessionCookieOptions().name)?.value;
  const secret = await readSessionSecret(cookie);
  const byItself = head.has("x-by-itself");
  const session = secret ? await markUnavailable(readSession(visitor, secret, { byItself })) : undefined;
  if (cookie) rememberSessionCaller(cookie, session?.actor);
  if (!session || isSetupPending(session)) return { ctx: visitor, session, at };
  return { ctx: { ...visitor, actor: session.actor }, session, at };
});

const isSetupPending = ({ passwordGenerated, secondFactorMissing }: SessionView) =>
  passwordGenerated || secondFactorMissing;

/** Returns the actor's context, for pages and actions that are open to everyone. */
export async function getCurrentCtx(): Promise<Ctx> {
  return (await getCurrentVisit()).ctx;
}

/** Reads the browser's data for sign-in: its User-Agent, its device secret, and its earlier session. */
export async function getCurrentBrowser(): Promise<Browser & { device: string }> {
  const [jar, head] = await Promise.all([cookies(), headers()]);
  return {
    agent: head.get("user-agent") ?? undefined,
    device: jar.get(getDeviceCookieOptions().name)?.value || generateSecret(),
    replaces: await readSessionSecret(jar.get(getSessionCookieOptions().name)?.value),
  };
}

/**
 * Signs the browser in: sets the cookies of the session and the device. With a pending sign-in it sets that
 * cookie and redirects to the code.
 */
export async function signInBrowser(
  { secret, half }: SessionStart,
  { device }: { device: string },
  next?: string,
): Promise<void> {
  await setDeviceCookie(device);
  if (secret !== null) return setSessionCookie(secret);
  await setPendingSignInCookie(half);
  redirect(buildCodePath(next));
}

/** Reads the secret of this browser's pending sign-in. */
export async function getPendingSignIn(): Promise<string | undefined> {
  return (await cookies()).get(getPendingSignInCookieOptions().name)?.value || undefined;
}

/** Returns the path of the requested page, without its query. */
export async function getCurrentPath(): Promise<string> {
  return (await headers()).get("x-path")?.split("?", 1)[0] ?? "/";
}

/**
 * Guards a reseller's page: sends visitors to sign in and back; not found for admins, and for helpers unless
 * the page names what opens it to them.
 */
export async function requireResellerPage(helpers?: HelperAccess): Promise<SignedInVisit> {
  const visit = await requirePage(helpers ? ["reseller", "helper"] : ["reseller"]);
  if (helpers && !mayHelp(visit.ctx, helpers)) notFound();
  return visit;
}

/**
 * Guards an admin's page: sends visitors to sign in and back; not found for resellers. An admin without the
 * permission sees whom to ask for it. `null` requires none.
 */
export async function requireAdminPage(permission: Permission | null = "see"): Promise<SignedInVisit> {
  const visit = await requirePage(["admin"]);
  if (permission && !hasPermission(visit.ctx, permission)) {
    await recordDeniedAccess(visit.ctx, permission);
    forbidden();
  }
  return visit;
}

async function requirePage(kinds: readonly Person["kind"][]): Promise<SignedInVisit> {
  const { ctx, session, at } = await getCurrentVisit();
  if (!session) redirect(buildSignInPath((await headers()).get("x-path")));
  if (session.passwordGenerated) redirect("/choose-password");
  if (session.secondFactorMissing) redirect("/two-factor");
  if (!kinds.includes(session.actor.kind)) notFound();
  return { ctx, session, at };
}

/**
 * The audience of an action or route: everyone ("visitor"), every role ("person"), one role, resellers and
 * their helpers ("seller"), whose permissions the service function requires, or also accounts that must still
 * replace a generated password or set up a second factor ("newcomer").
 */
export type RouteAudience = "visitor" | "person" | "reseller" | "seller" | "admin" | "newcomer";

/** Returns the context of `visit` for its audience. @throws unauthenticated, forbidden or not_found. */
export function authoriseVisit({ ctx, session }: Visit, audience: RouteAudience): Ctx {
  if (audience === "visitor") return ctx;
  if (!session)
    throw new PortalError(
      "unauthenticated",
      "You’re signed out, so nothing was done just now. Sign in to continue.",
    );
  if (audience === "newcomer") return { ...ctx, actor: session.actor };
  if (session.passwordGenerated) throw new PortalError("forbidden", "Choose your own password first.");
  if (session.secondFactorMissing)
    throw new PortalError("forbidden", "Set up two-factor sign-in first. It is required for admins.");
  if (!hasAudienceRole(session.actor.kind, audience)) {
    throw new PortalError("not_found", "This page doesn’t exist.");
  }
  return ctx;
}

const hasAudienceRole = (kind: Person["kind"], audience: "person" | "reseller" | "seller" | "admin") =>
  audience === "person" || kind === audience || (audience === "seller" && kind !== "admin");

/** Creates a check whether the request's session is still open, for streams that outlive the request. */
export async function createSessionProbe(ctx: Ctx): Promise<() => Promise<boolean>> {
  const secret = await readSessionSecret((await cookies()).get(getSessionCookieOptions().name)?.value);
  return async () =>
    secret !== undefined && (await readSession(ctx, secret, { byItself: true })) !== undefined;
}
