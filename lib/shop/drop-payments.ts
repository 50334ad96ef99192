import { and, eq, sql } from "drizzle-orm";
import { inTransaction } from "#db/client";
import { shops } from "#db/schema/shop";
import { record } from "#lib/audit/record";
import { type Ctx, requireReseller } from "#lib/core/context";
import { ownKeys, removeKeys } from "#lib/payment/set-keys";

/**
 * When the acting reseller's shop was last told another place for customers to pay, or got keys of its own to be paid by; null
 * when it never was.
 */
export async function paymentsChangedAt(ctx: Ctx): Promise<Date | null> {
  const [shop] = await ctx.db
    .select({ at: shops.paymentsChangedAt })
    .from(shops)
    .where(eq(shops.resellerId, requireReseller(ctx).id));
  const set = (await ownKeys(ctx)).map((keys) => keys.set?.createdAt);
  const times = [shop?.at, ...set].flatMap((at) => (at ? [at.getTime()] : []));
  return times.length === 0 ? null : new Date(Math.max(...times));
}

/**
 * Takes out of the acting reseller's shop where customers pay, and its own keys, and lets it take no orders until its owner says that
 * anew and opens it. A shop that was closed stays so.
 */
export async function dropPayments(ctx: Ctx): Promise<void> {
  const { id } = requireReseller(ctx);
  await inTransaction(ctx, async (tx) => {
    const own = eq(shops.resellerId, id);
    const [before] = await tx.db.select().from(shops).where(own).for("update");
    for (const { name, set } of await ownKeys(tx)) if (set) await removeKeys(tx, { provider: name });
    if (!before) return;
    const state = before.state === "open" ? "paused" : before.state;
    await tx.db
      .update(shops)
      .set({ payments: [], paymentsChangedAt: null, state, updatedAt: sql`now()` })
      .where(and(own, eq(shops.id, before.id)));
    await record(tx, {
      action: "shop.payments_dropped",
      subject: "shop",
      subjectId: before.slug,
      resellerId: id,
      before: { state: before.state },
      after: { state },
    });
  });
}
