import { and, eq, isNull, sql } from "drizzle-orm";
import { z } from "zod";
import { inTransaction } from "#db/client";
import { accounts, sessions } from "#db/schema/account";
import { record } from "#lib/audit/record";
import { Id } from "#lib/core/amount";
import { type Ctx, requireAdmin, requirePerson } from "#lib/core/context";
import { notFound, PortalError } from "#lib/core/error";
import { Reason } from "#lib/core/reason";
import { closeSessions } from "./session.ts";

export const EndSessionsInput = z.object({
  /** The id of one session, or all but the one that acts. */
  which: z.union([z.literal("others"), z.coerce.number().int().positive()]),
});
export type EndSessionsInput = z.infer<typeof EndSessionsInput>;

/** Ends one of one's own sessions, or all others. Returns how many. @throws not_found for anyone else's. */
export async function endSessions(ctx: Ctx, input: EndSessionsInput): Promise<number> {
  const { id, kind, sessionId } = requirePerson(ctx);
  const { which } = EndSessionsInput.parse(input);
  return inTransaction(ctx, async (tx) => {
    const ended = await closeSessions(tx, id, which === "others" ? { except: sessionId } : { only: which });
    if (which !== "others" && ended.length === 0) throw notFound("session");
    for (const subjectId of ended) {
      await record(tx, {
        action: "session.ended",
        subject: "session",
        subjectId,
        resellerId: kind === "reseller" ? id : undefined,
      });
    }
    return ended.length;
  });
}

export const EndSessionsOfInput = z.object({
  resellerId: Id,
  /** One session, or all. */
  sessionId: Id.optional(),
  reason: Reason,
});
export type EndSessionsOfInput = z.infer<typeof EndSessionsOfInput>;

/** Signs a reseller out of one device, or of all. Admins only. @returns of how many. @throws conflict when of none */
export async function endSessionsOf(ctx: Ctx, input: EndSessionsOfInput): Promise<number> {
  requireAdmin(ctx, "resellers");
  const { resellerId, sessionId, reason } = EndSessionsOfInput.parse(input);
  return endAll(ctx, { id: resellerId, role: "reseller", sessionId, reason });
}

export const EndSessionsOfAdminInput = z.object({ id: Id, reason: Reason });
export type EndSessionsOfAdminInput = z.infer<typeof EndSessionsOfAdminInput>;

/** Signs another admin out everywhere. Owners only. @returns of how many devices. @throws conflict when of none */
export async function endSessionsOfAdmin(ctx: Ctx, input: EndSessionsOfAdminInput): Promise<number> {
  requireAdmin(ctx, "staff");
  return endAll(ctx, { ...EndSessionsOfAdminInput.parse(input), role: "admin" });
}

function endAll(
  ctx: Ctx,
  of: { id: number; role: "reseller" | "admin"; sessionId?: number | undefined; reason: string },
): Promise<number> {
  const { id, role, sessionId, reason } = of;
  return inTransaction(ctx, async (tx) => {
    const there = await tx.db.$count(accounts, and(eq(accounts.id, id), eq(accounts.role, role)));
    if (there === 0) throw notFound(role);
    const ended = await closeSessions(tx, id, sessionId === undefined ? {} : { only: sessionId });
    if (ended.length === 0) throw new PortalError("conflict", "No device is signed in any more.");
    await record(tx, {
      ...{ action: "account.sessions_ended", subject: "account", subjectId: id, reason },
      resellerId: role === "reseller" ? id : undefined,
      before: { sessions: ended },
      after: { sessions: [] },
    });
    return ended.length;
  });
}

/**
 * Ends the session that acts, and with it every copy of its cookie; a device that needs no code goes on needing none.
 * Ending it again is no error.
 */
export async function signOut(ctx: Ctx): Promise<void> {
  const { id, kind, sessionId } = requirePerson(ctx);
  await inTransaction(ctx, async (tx) => {
    const ended = await tx.db
      .update(sessions)
      .set({ endedAt: sql`now()` })
      .where(and(eq(sessions.id, sessionId), eq(sessions.accountId, id), isNull(sessions.endedAt)))
      .returning({ id: sessions.id });
    if (ended.length === 0) return;
    await record(tx, {
      action: "session.ended",
      subject: "session",
      subjectId: sessionId,
      resellerId: kind === "reseller" ? id : undefined,
    });
  });
}
