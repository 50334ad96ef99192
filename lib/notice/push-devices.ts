import { and, desc, eq, sql } from "drizzle-orm";
import { z } from "zod";
import { inTransaction } from "#db/client";
import { pushDevices } from "#db/schema/notice";
import { deviceName } from "#lib/account/session/list";
import { hashSecret } from "#lib/account/session/session";
import { record } from "#lib/audit/record";
import { Id } from "#lib/core/amount";
import { type Ctx, requirePerson } from "#lib/core/context";
import { notFound, PortalError } from "#lib/core/error";
import { checkUrl } from "#lib/core/public-address";
import { keysOfPortal } from "./push-keys.ts";

/** How many devices one account has at most. */
const MOST = 10;

const Key = (bytes: number) =>
  z
    .string()
    .max(200)
    .regex(/^[\w-]+={0,2}$/)
    .refine((text) => Buffer.from(text, "base64url").length === bytes);

export const AddDeviceInput = z.object({
  /** Where the browser's maker takes messages for it. */
  endpoint: z.string().max(1_000),
  publicKey: Key(65),
  authSecret: Key(16),
  agent: z.string().max(300).optional(),
  /** The secret by which the browser is known again. */
  device: z.string().min(20).max(100),
});
export type AddDeviceInput = z.input<typeof AddDeviceInput>;

/**
 * Shows one's notices on this browser from now on; it was somebody else's if they used it before.
 * @throws invalid where its address leads into a private network; conflict when there are as many as can be.
 */
export async function addDevice(ctx: Ctx, input: AddDeviceInput): Promise<void> {
  const { id, kind } = requirePerson(ctx);
  const { endpoint: asked, device, agent, ...keys } = AddDeviceInput.parse(input);
  const endpoint = await checkUrl(asked);
  const own = { ...keys, accountId: id, deviceHash: hashSecret(device), agent: agent ?? null };
  await inTransaction(ctx, async (tx) => {
    await tx.db.execute(
      sql`select pg_advisory_xact_lock(hashtextextended('push devices of ' || ${id}::text, 0))`,
    );
    const others = and(eq(pushDevices.accountId, id), sql`${pushDevices.endpoint} <> ${endpoint}`);
    if ((await tx.db.$count(pushDevices, others)) >= MOST)
      throw new PortalError("conflict", `You have ${MOST} devices already. Take one of them off first.`);
    const [added] = await tx.db
      .insert(pushDevices)
      .values({ endpoint, ...own })
      .onConflictDoUpdate({ target: pushDevices.endpoint, set: own })
      .returning({ id: pushDevices.id });
    await record(tx, {
      action: "notices.device_added",
      subject: "account",
      subjectId: id,
      resellerId: kind === "reseller" ? id : undefined,
      after: { device: added?.id, agent },
    });
  });
}

export const RemoveDeviceInput = z.object({ id: Id });
export type RemoveDeviceInput = z.input<typeof RemoveDeviceInput>;

/** Takes one of one's own devices off. @throws not_found */
export async function removeDevice(ctx: Ctx, input: RemoveDeviceInput): Promise<void> {
  const { id: account, kind } = requirePerson(ctx);
  const { id } = RemoveDeviceInput.parse(input);
  await inTransaction(ctx, async (tx) => {
    const removed = await tx.db
      .delete(pushDevices)
      .where(and(eq(pushDevices.id, id), eq(pushDevices.accountId, account)))
      .returning({ id: pushDevices.id });
    if (removed.length === 0) throw notFound("device");
    await record(tx, {
      action: "notices.device_removed",
      subject: "account",
      subjectId: account,
      resellerId: kind === "reseller" ? account : undefined,
      before: { device: id },
    });
  });
}

/** One's own devices, the latest first, and the key that a browser asks for. */
export async function pushSettings(ctx: Ctx) {
  const { id } = requirePerson(ctx);
  const { publicKey } = await keysOfPortal(ctx);
  const rows = await ctx.db
    .select()
    .from(pushDevices)
    .where(eq(pushDevices.accountId, id))
    .orderBy(desc(pushDevices.id));
  return {
    publicKey,
    devices: rows.map((row) => ({
      ...{ id: row.id, name: deviceName(row.agent) },
      ...{ createdAt: row.createdAt, reachedAt: row.reachedAt },
    })),
  };
}
