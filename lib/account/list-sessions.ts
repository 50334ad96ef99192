import { and, desc, eq, gt, isNull, sql } from "drizzle-orm";
import { sessions } from "#db/schema/account";
import { type Ctx, requireAdmin, requirePerson } from "#lib/core/context";
import { deviceName } from "./device.ts";

export interface OpenSessionView {
  id: number;
  /** "Chrome on Android". */
  device: string;
  address: string | null;
  openedAt: Date;
  seenAt: Date;
  /** Whether it is the session that asks. */
  current: boolean;
}

/** One's own open sessions, the last seen first. */
export async function listSessions(ctx: Ctx): Promise<OpenSessionView[]> {
  const person = requirePerson(ctx);
  return openSessions(ctx, person.id, person.sessionId);
}

/** A reseller's open sessions, for admins. */
export async function listSessionsOf(ctx: Ctx, input: { resellerId: number }): Promise<OpenSessionView[]> {
  requireAdmin(ctx);
  return openSessions(ctx, input.resellerId);
}

async function openSessions(ctx: Ctx, accountId: number, current?: number): Promise<OpenSessionView[]> {
  const rows = await ctx.db
    .select()
    .from(sessions)
    .where(
      and(eq(sessions.accountId, accountId), isNull(sessions.endedAt), gt(sessions.expiresAt, sql`now()`)),
    )
    .orderBy(desc(sessions.seenAt), desc(sessions.id))
    .limit(100);
  return rows.map(({ id, agent, address, createdAt, seenAt }) => ({
    id,
    device: deviceName(agent),
    address,
    openedAt: createdAt,
    seenAt,
    current: id === current,
  }));
}
