import type { Ctx } from "#lib/core/context";
import { PortalError } from "#lib/core/error";
import type { Visit } from "./actor.ts";

/**
 * Whom an action or route is for: anyone ("visitor"), either role ("person"), one role, or only someone who
 * still has to replace a generated password ("newcomer").
 */
export type Who = "visitor" | "person" | "reseller" | "admin" | "newcomer";

/** The context in which `visit` may act. @throws unauthenticated, forbidden or not_found. */
export function admit({ ctx, session }: Visit, who: Who): Ctx {
  if (who === "visitor") return ctx;
  if (!session) throw new PortalError("unauthenticated", "You are signed out. Sign in and try again.");
  if (who === "newcomer") return { ...ctx, actor: session.actor };
  if (session.passwordGenerated) throw new PortalError("forbidden", "Choose your own password first.");
  if (who !== "person" && session.actor.kind !== who) {
    throw new PortalError("not_found", "This page does not exist.");
  }
  return ctx;
}
