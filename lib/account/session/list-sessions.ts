import { and, desc, eq, gt, isNull, sql } from "drizzle-orm";
import { sessions } from "#db/schema/account";
import { type Ctx, requireAdmin, requireSelf } from "#lib/core/context";
import { formatDeviceName } from "./device-name.ts";

export interface OpenSessionView {
  id: number;
  /** "Chrome on Android". */
  device: string;
  address: string | null;
  openedAt: Date;
  seenAt: Date;
  current: boolean;
}

/** Lists the acting account's open sessions, the last seen first. */
export async function listSessions(ctx: Ctx): Promise<OpenSessionView[]> {
  const person = requireSelf(ctx);
  return listOpenSessions(ctx, person.id, person.sessionId);
}

/** Lists a reseller's open sessions, for admins. */
export async function listResellerSessions(
  ctx: Ctx,
  input: { resellerId: number },
): Promise<OpenSessionView[]> {
  requireAdmin(ctx);
  return listOpenSessions(ctx, input.resellerId);
}

async function listOpenSessions(ctx: Ctx, accountId: number, current?: number): Promise<OpenSessionView[]> {
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
    device: formatDeviceName(agent),
    address,
    openedAt: createdAt,
    seenAt,
    current: id === current,
  }));
}
