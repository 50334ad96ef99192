import { cookies, headers } from "next/headers";
import { forbidden, notFound, redirect } from "next/navigation";
import { cache } from "react";
import { database } from "#db/client";
import type { LetIn } from "#lib/account/session/let-in";
import { readSession, type SessionView } from "#lib/account/session/read";
import { type Browser, newSecret } from "#lib/account/session/session";
import { type Ctx, may } from "#lib/core/context";
import { PortalError } from "#lib/core/error";
import type { Permission } from "#lib/core/permission";
import { callerAddress } from "./address.ts";
import {
  deviceCookie,
  halfCookie,
  keepDevice,
  keepHalf,
  keepSession,
  openCookie,
  sessionCookie,
} from "./cookie.ts";
import { markUnavailable } from "./mark-unavailable.ts";
import { codePath, signInPath } from "./next-path.ts";
import { recordRefusal } from "./record-refusal.ts";

/** Who asks, as the browser's cookie tells it. */
export interface Visit {
  /**
   * Acts as a visitor until a generated password has been replaced, and a second factor that is required is set up, so that
   * no verb does anything for it.
   */
  ctx: Ctx;
  /** Who is signed in, if anyone. */
  session: SessionView | undefined;
  /** When the page was begun, before it read anything. */
  at: number;
}

export interface SignedInVisit extends Visit {
  session: SessionView;
}

/** Reads who asks: once per page, however many components want to know. */
export const currentVisit = cache(async (): Promise<Visit> => {
  const at = Date.now();
  const [jar, head] = await Promise.all([cookies(), headers()]);
  const visitor: Ctx = {
    actor: { kind: "visitor" },
    db: database().db,
    address: callerAddress(head),
  };
  const secret = await openCookie(jar.get(sessionCookie().name)?.value);
  const byItself = head.has("x-by-itself");
  const session = secret ? await markUnavailable(readSession(visitor, secret, { byItself })) : undefined;
  if (!session || isNewcomer(session)) return { ctx: visitor, session, at };
  return { ctx: { ...visitor, actor: session.actor }, session, at };
});

const isNewcomer = ({ passwordGenerated, secondFactorMissing }: SessionView) =>
  passwordGenerated || secondFactorMissing;

/** The context of whoever asks, for pages and actions that are open to everyone. */
export async function currentCtx(): Promise<Ctx> {
  return (await currentVisit()).ctx;
}

/** The browser that signs in: how it calls itself, the secret by which it will be known again, the session it had. */
export async function currentBrowser(): Promise<Browser & { device: string }> {
  const [jar, head] = await Promise.all([cookies(), headers()]);
  return {
    agent: head.get("user-agent") ?? undefined,
    device: jar.get(deviceCookie().name)?.value || newSecret(),
    replaces: await openCookie(jar.get(sessionCookie().name)?.value),
  };
}

/**
 * Signs the browser in for good: it keeps the session's secret, and is known from now on. With half a sign-in it keeps that,
 * and goes on to the code.
 */
export async function enter(
  { secret, half }: LetIn,
  { device }: { device: string },
  next?: string,
): Promise<void> {
  await keepDevice(device);
  if (secret !== null) return keepSession(secret);
  await keepHalf(half);
  redirect(codePath(next));
}

/** The secret of half a sign-in that this browser keeps. */
export async function currentHalf(): Promise<string | undefined> {
  return (await cookies()).get(halfCookie().name)?.value || undefined;
}

/** The path of the page that is asked for, without its query. */
export async function currentPath(): Promise<string> {
  return (await headers()).get("x-path")?.split("?", 1)[0] ?? "/";
}

/** For every reseller's page: visitors are sent to sign in and come back; to admins it does not exist. */
export const requireResellerPage = () => requirePage("reseller");

/**
 * For every admin's page: visitors are sent to sign in and come back; to resellers it does not exist, and who does not have
 * the permission reads whom to ask. `null` is for what is every admin's own.
 */
export async function requireAdminPage(permission: Permission | null = "see"): Promise<SignedInVisit> {
  const visit = await requirePage("admin");
  if (permission && !may(visit.ctx, permission)) {
    await recordRefusal(visit.ctx, permission);
    forbidden();
  }
  return visit;
}

async function requirePage(kind: "reseller" | "admin"): Promise<SignedInVisit> {
  const { ctx, session, at } = await currentVisit();
  if (!session) redirect(signInPath((await headers()).get("x-path")));
  if (session.passwordGenerated) redirect("/choose-password");
  if (session.secondFactorMissing) redirect("/two-factor");
  if (session.actor.kind !== kind) notFound();
  return { ctx, session, at };
}

/**
 * Whom an action or route is for: anyone ("visitor"), either role ("person"), one role, or someone who may still
 * have to replace a generated password or to set up a second factor ("newcomer").
 */
export type Who = "visitor" | "person" | "reseller" | "admin" | "newcomer";

/** The context in which `visit` may act. @throws unauthenticated, forbidden or not_found. */
export function authorize({ ctx, session }: Visit, who: Who): Ctx {
  if (who === "visitor") return ctx;
  if (!session) throw new PortalError("unauthenticated", "You are signed out. Sign in and try again.");
  if (who === "newcomer") return { ...ctx, actor: session.actor };
  if (session.passwordGenerated) throw new PortalError("forbidden", "Choose your own password first.");
  if (session.secondFactorMissing)
    throw new PortalError(
      "forbidden",
      "Set up two-factor sign-in first: it is required of whoever runs the portal.",
    );
  if (who !== "person" && session.actor.kind !== who) {
    throw new PortalError("not_found", "This page does not exist.");
  }
  return ctx;
}

/** Tells, long after the request, whether the session that made it is still open: for streams that stay open. */
export async function sessionProbe(ctx: Ctx): Promise<() => Promise<boolean>> {
  const secret = await openCookie((await cookies()).get(sessionCookie().name)?.value);
  return async () =>
    secret !== undefined && (await readSession(ctx, secret, { byItself: true })) !== undefined;
}
