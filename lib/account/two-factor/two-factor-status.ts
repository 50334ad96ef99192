import { and, count, desc, eq, gt, isNotNull, isNull, sql } from "drizzle-orm";
import { z } from "zod";
import { inTransaction } from "#db/client";
import { backupCodes, secondFactors, trustedDevices } from "#db/schema/access";
import { recordAccountAudit } from "#lib/account/record-account-audit";
import { formatDeviceName } from "#lib/account/session/device-name";
import { type Ctx, requireAdmin, requireUser } from "#lib/core/context";
import { notFoundError } from "#lib/core/error";
import { isTwoFactorRequired } from "./is-two-factor-required.ts";

/** The status of the acting account's two-factor sign-in. */
export interface TwoFactorStatus {
  /** Time at which it was turned on; null when off. */
  since: Date | null;
  /** Number of unused backup codes. */
  backupLeft: number;
  /** Whether it can't be turned off. */
  required: boolean;
  /** Trusted devices, which need no code. */
  remembered: { id: number; device: string; until: Date; current: boolean }[];
}

export async function getTwoFactorStatus(ctx: Ctx): Promise<TwoFactorStatus> {
  const { id, kind, sessionId } = requireUser(ctx);
  const [since, [left], remembered] = await Promise.all([
    getTwoFactorSince(ctx, id),
    ctx.db
      .select({ count: count() })
      .from(backupCodes)
      .where(and(eq(backupCodes.accountId, id), isNull(backupCodes.usedAt))),
    ctx.db
      .select({
        id: trustedDevices.id,
        agent: trustedDevices.agent,
        until: trustedDevices.expiresAt,
        current: sql<boolean>`coalesce(
          ${trustedDevices.deviceHash} = (select s.device_hash from sessions s where s.id = ${sessionId}),
          false)`,
      })
      .from(trustedDevices)
      .where(
        and(
          eq(trustedDevices.accountId, id),
          isNull(trustedDevices.endedAt),
          gt(trustedDevices.expiresAt, sql`now()`),
        ),
      )
      .orderBy(desc(trustedDevices.id))
      .limit(100),
  ]);
  return {
    since,
    backupLeft: left?.count ?? 0,
    required: kind === "admin" && isTwoFactorRequired(),
    remembered: remembered.map(({ agent, ...one }) => ({ ...one, device: formatDeviceName(agent) })),
  };
}

/** Reads since when a reseller's is on, or null; for admins. */
export async function getResellerTwoFactorSince(
  ctx: Ctx,
  { resellerId }: { resellerId: number },
): Promise<Date | null> {
  requireAdmin(ctx);
  return getTwoFactorSince(ctx, resellerId);
}

async function getTwoFactorSince(ctx: Ctx, accountId: number): Promise<Date | null> {
  const [row] = await ctx.db
    .select({ since: secondFactors.enabledAt })
    .from(secondFactors)
    .where(and(eq(secondFactors.accountId, accountId), isNotNull(secondFactors.secret)));
  return row?.since ?? null;
}

export const RevokeTrustedDeviceInput = z.object({ id: z.coerce.number<string | number>().int().positive() });
export type RevokeTrustedDeviceInput = z.input<typeof RevokeTrustedDeviceInput>;

/** Removes a trusted device of the acting account. @throws not_found */
export async function revokeTrustedDevice(ctx: Ctx, input: RevokeTrustedDeviceInput): Promise<void> {
  const person = requireUser(ctx);
  const { id } = RevokeTrustedDeviceInput.parse(input);
  await inTransaction(ctx, async (tx) => {
    const ended = await tx.db
      .update(trustedDevices)
      .set({ endedAt: sql`now()` })
      .where(
        and(
          eq(trustedDevices.id, id),
          eq(trustedDevices.accountId, person.id),
          isNull(trustedDevices.endedAt),
        ),
      )
      .returning({ id: trustedDevices.id });
    if (ended.length === 0) throw notFoundError("device");
    const owner = { id: person.id, role: person.kind };
    await recordAccountAudit(tx, owner, { action: "device.forgotten", subject: "device", subjectId: id });
  });
}
