import { and, desc, eq, sql } from "drizzle-orm";
import { z } from "zod";
import { inTransaction } from "#db/client";
import { pushDevices } from "#db/schema/notification";
import { formatDeviceName } from "#lib/account/session/device-name";
import { hashSecret } from "#lib/account/session/session";
import { recordAudit } from "#lib/audit/record-audit";
import { type Ctx, requireUser } from "#lib/core/context";
import { notFoundError, PortalError } from "#lib/core/error";
import { Id } from "#lib/core/id";
import { validatePublicUrl } from "#lib/core/network/public-address";
import { getPushKeys } from "./push-keys.ts";
import { isPushKey } from "./web-push.ts";

/** How many devices one account may have. */
const MAX_DEVICES = 10;

const PushKeyText = (bytes: number) =>
  z
    .string()
    .max(200)
    .regex(/^[\w-]+={0,2}$/)
    .refine((text) => Buffer.from(text, "base64url").length === bytes);

export const AddPushDeviceInput = z.object({
  /** The URL of the browser's push service. */
  endpoint: z.string().max(1_000),
  publicKey: PushKeyText(65).refine(isPushKey),
  authSecret: PushKeyText(16),
  agent: z.string().max(300).optional(),
  /** The secret that identifies the browser. */
  device: z.string().min(20).max(100),
});
export type AddPushDeviceInput = z.input<typeof AddPushDeviceInput>;

/**
 * Adds this browser to the actor's devices, and takes it from the account that used it before.
 * @throws invalid when its URL leads into a private network; conflict when the account has ten devices
 */
export async function addPushDevice(ctx: Ctx, input: AddPushDeviceInput): Promise<void> {
  const { id, kind } = requireUser(ctx);
  const { endpoint: url, device, agent, ...keys } = AddPushDeviceInput.parse(input);
  const endpoint = await validatePublicUrl(url);
  const values = { ...keys, accountId: id, deviceHash: hashSecret(device), agent: agent ?? null };
  await inTransaction(ctx, async (tx) => {
    await tx.db.execute(
      sql`select pg_advisory_xact_lock(hashtextextended('push devices of ' || ${id}::text, 0))`,
    );
    const otherDevices = and(eq(pushDevices.accountId, id), sql`${pushDevices.endpoint} <> ${endpoint}`);
    if ((await tx.db.$count(pushDevices, otherDevices)) >= MAX_DEVICES)
      throw new PortalError(
        "conflict",
        `You have ${MAX_DEVICES} devices, which is the maximum. Remove one first.`,
      );
    const [added] = await tx.db
      .insert(pushDevices)
      .values({ endpoint, ...values })
      .onConflictDoUpdate({ target: pushDevices.endpoint, set: values })
      .returning({ id: pushDevices.id });
    await recordAudit(tx, {
      action: "notifications.device_added",
      subject: "account",
      subjectId: id,
      resellerId: kind === "reseller" ? id : undefined,
      after: { device: added?.id, agent },
    });
  });
}

export const RemovePushDeviceInput = z.object({ id: Id });
export type RemovePushDeviceInput = z.input<typeof RemovePushDeviceInput>;

/** Removes one of the actor's devices. @throws not_found */
export async function removePushDevice(ctx: Ctx, input: RemovePushDeviceInput): Promise<void> {
  const { id: account, kind } = requireUser(ctx);
  const { id } = RemovePushDeviceInput.parse(input);
  await inTransaction(ctx, async (tx) => {
    const removed = await tx.db
      .delete(pushDevices)
      .where(and(eq(pushDevices.id, id), eq(pushDevices.accountId, account)))
      .returning({ id: pushDevices.id });
    if (removed.length === 0) throw notFoundError("device");
    await recordAudit(tx, {
      action: "notifications.device_removed",
      subject: "account",
      subjectId: account,
      resellerId: kind === "reseller" ? account : undefined,
      before: { device: id },
    });
  });
}

/** Returns the actor's devices, newest first, and the key that a browser needs. */
export async function getPushSettings(ctx: Ctx) {
  const { id } = requireUser(ctx);
  const { publicKey } = await getPushKeys(ctx);
  const rows = await ctx.db
    .select()
    .from(pushDevices)
    .where(eq(pushDevices.accountId, id))
    .orderBy(desc(pushDevices.id));
  return {
    publicKey,
    devices: rows.map((row) => ({
      id: row.id,
      name: formatDeviceName(row.agent),
      createdAt: row.createdAt,
      reachedAt: row.reachedAt,
    })),
  };
}
