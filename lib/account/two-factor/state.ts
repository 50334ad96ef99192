import { and, count, desc, eq, gt, isNotNull, isNull, sql } from "drizzle-orm";
import { z } from "zod";
import { inTransaction } from "#db/client";
import { backupCodes, rememberedDevices, secondFactors } from "#db/schema/access";
import { record } from "#lib/audit/record";
import { type Ctx, requireAdmin, requirePerson } from "#lib/core/context";
import { env } from "#lib/core/env";
import { notFound } from "#lib/core/error";
import { deviceName } from "../session/list.ts";

/** How two-factor sign-in stands for whoever asks. */
export interface TwoFactorView {
  /** Since when it is on; null where it is off. */
  since: Date | null;
  /** Backup codes that were not used. */
  backupLeft: number;
  /** Whether it may not be turned off. */
  required: boolean;
  /** Devices that are asked for no code. */
  remembered: { id: number; device: string; until: Date; current: boolean }[];
}

export async function twoFactor(ctx: Ctx): Promise<TwoFactorView> {
  const { id, kind, sessionId } = requirePerson(ctx);
  const [since, [left], remembered] = await Promise.all([
    sinceWhen(ctx, id),
    ctx.db
      .select({ count: count() })
      .from(backupCodes)
      .where(and(eq(backupCodes.accountId, id), isNull(backupCodes.usedAt))),
    ctx.db
      .select({
        id: rememberedDevices.id,
        agent: rememberedDevices.agent,
        until: rememberedDevices.expiresAt,
        current: sql<boolean>`coalesce(
          ${rememberedDevices.deviceHash} = (select s.device_hash from sessions s where s.id = ${sessionId}), false)`,
      })
      .from(rememberedDevices)
      .where(
        and(
          eq(rememberedDevices.accountId, id),
          isNull(rememberedDevices.endedAt),
          gt(rememberedDevices.expiresAt, sql`now()`),
        ),
      )
      .orderBy(desc(rememberedDevices.id))
      .limit(100),
  ]);
  return {
    since,
    backupLeft: left?.count ?? 0,
    required: kind === "admin" && env().ADMIN_TWO_FACTOR === "required",
    remembered: remembered.map(({ agent, ...one }) => ({ ...one, device: deviceName(agent) })),
  };
}

/** Since when a reseller's is on, or null; for admins. */
export async function twoFactorOf(ctx: Ctx, { resellerId }: { resellerId: number }): Promise<Date | null> {
  requireAdmin(ctx);
  return sinceWhen(ctx, resellerId);
}

async function sinceWhen(ctx: Ctx, accountId: number): Promise<Date | null> {
  const [row] = await ctx.db
    .select({ since: secondFactors.onAt })
    .from(secondFactors)
    .where(and(eq(secondFactors.accountId, accountId), isNotNull(secondFactors.secret)));
  return row?.since ?? null;
}

export const ForgetDeviceInput = z.object({ id: z.coerce.number<string | number>().int().positive() });
export type ForgetDeviceInput = z.input<typeof ForgetDeviceInput>;

/** Has a device of one's own asked for a code again when it signs in next. @throws not_found */
export async function forgetDevice(ctx: Ctx, input: ForgetDeviceInput): Promise<void> {
  const person = requirePerson(ctx);
  const { id } = ForgetDeviceInput.parse(input);
  await inTransaction(ctx, async (tx) => {
    const ended = await tx.db
      .update(rememberedDevices)
      .set({ endedAt: sql`now()` })
      .where(
        and(
          eq(rememberedDevices.id, id),
          eq(rememberedDevices.accountId, person.id),
          isNull(rememberedDevices.endedAt),
        ),
      )
      .returning({ id: rememberedDevices.id });
    if (ended.length === 0) throw notFound("device");
    await record(tx, {
      action: "device.forgotten",
      subject: "device",
      subjectId: id,
      resellerId: person.kind === "reseller" ? person.id : undefined,
    });
  });
}
