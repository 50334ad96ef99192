import { and, eq, isNull, sql } from "drizzle-orm";
import { z } from "zod";
import { inTransaction } from "#db/client";
import { accounts, sessions } from "#db/schema/account";
import { recordAccountAudit } from "#lib/account/record-account-audit";
import { type Ctx, requireAdmin, requireSelf } from "#lib/core/context";
import { notFoundError, PortalError } from "#lib/core/error";
import { Id } from "#lib/core/id";
import { Reason } from "#lib/core/text/reason";
import { endAccountSessions } from "./session.ts";

export const EndSessionsInput = z.object({
  /** The id of one session, or all but the acting one. */
  which: z.union([z.literal("others"), z.coerce.number().int().positive()]),
});
export type EndSessionsInput = z.infer<typeof EndSessionsInput>;

/** Ends a session of the account, or all others. @returns how many. @throws not_found for another's. */
export async function endSessions(ctx: Ctx, input: EndSessionsInput): Promise<number> {
  const { id, sessionId } = requireSelf(ctx);
  const { which } = EndSessionsInput.parse(input);
  return inTransaction(ctx, async (tx) => {
    const ended = await endAccountSessions(
      tx,
      id,
      which === "others" ? { except: sessionId } : { only: which },
    );
    if (which !== "others" && ended.length === 0) throw notFoundError("session");
    for (const session of ended) await recordEnd(tx, session);
    return ended.length;
  });
}

export const EndResellerSessionsInput = z.object({
  resellerId: Id,
  /** One session, or all. */
  sessionId: Id.optional(),
  reason: Reason,
});
export type EndResellerSessionsInput = z.infer<typeof EndResellerSessionsInput>;

/** Signs a reseller out of one device or all. Admins only. @returns how many. @throws conflict for none */
export async function endResellerSessions(ctx: Ctx, input: EndResellerSessionsInput): Promise<number> {
  requireAdmin(ctx, "resellers");
  const { resellerId, sessionId, reason } = EndResellerSessionsInput.parse(input);
  return endSessionsAsAdmin(ctx, { id: resellerId, role: "reseller", sessionId, reason });
}

export const EndAdminSessionsInput = z.object({ id: Id, reason: Reason });
export type EndAdminSessionsInput = z.infer<typeof EndAdminSessionsInput>;

/** Signs another admin out everywhere. Owners only. @returns how many devices. @throws conflict for none */
export async function endAdminSessions(ctx: Ctx, input: EndAdminSessionsInput): Promise<number> {
  requireAdmin(ctx, "staff");
  return endSessionsAsAdmin(ctx, { ...EndAdminSessionsInput.parse(input), role: "admin" });
}

function endSessionsAsAdmin(
  ctx: Ctx,
  by: { id: number; role: "reseller" | "admin"; sessionId?: number | undefined; reason: string },
): Promise<number> {
  const { id, role, sessionId, reason } = by;
  return inTransaction(ctx, async (tx) => {
    const there = await tx.db.$count(accounts, and(eq(accounts.id, id), eq(accounts.role, role)));
    if (there === 0) throw notFoundError(role);
    const ended = await endAccountSessions(tx, id, sessionId === undefined ? {} : { only: sessionId });
    if (ended.length === 0) throw new PortalError("conflict", "No device is signed in. Nothing was changed.");
    const facts = { before: { sessions: ended }, after: { sessions: [] } };
    await recordAccountAudit(tx, { id, role }, { action: "account.sessions_ended", reason, ...facts });
    return ended.length;
  });
}

/**
 * Ends the acting session, and with it every copy of its cookie; a trusted device stays trusted.
 * Ending it twice is allowed.
 */
export async function signOut(ctx: Ctx): Promise<void> {
  const { id, sessionId } = requireSelf(ctx);
  await inTransaction(ctx, async (tx) => {
    const ended = await tx.db
      .update(sessions)
      .set({ endedAt: sql`now()` })
      .where(and(eq(sessions.id, sessionId), eq(sessions.accountId, id), isNull(sessions.endedAt)))
      .returning({ id: sessions.id });
    if (ended.length > 0) await recordEnd(tx, sessionId);
  });
}

function recordEnd(ctx: Ctx, sessionId: number): Promise<void> {
  const { id, kind } = requireSelf(ctx);
  const subject = { subject: "session", subjectId: sessionId };
  return recordAccountAudit(ctx, { id, role: kind }, { action: "session.ended", ...subject });
}
