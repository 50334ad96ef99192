import { and, eq, sql } from "drizzle-orm";
import { inTransaction } from "#db/client";
import { shops } from "#db/schema/shop";
import { type Ctx, requireReseller } from "#lib/core/context";
import { listProviderKeys, removeProviderKeys } from "#lib/payment/keys/provider-keys";
import { recordShopAudit } from "./record-shop-audit.ts";

/**
 * Returns when the payment details or provider keys of the acting reseller's shop last changed;
 * null when they never did.
 */
export async function getPaymentDetailsChangedAt(ctx: Ctx): Promise<Date | null> {
  const [shop] = await ctx.db
    .select({ at: shops.paymentMethodsChangedAt })
    .from(shops)
    .where(eq(shops.resellerId, requireReseller(ctx).id));
  const set = (await listProviderKeys(ctx)).map((keys) => keys.set?.createdAt);
  const times = [shop?.at, ...set].flatMap((at) => (at ? [at.getTime()] : []));
  return times.length === 0 ? null : new Date(Math.max(...times));
}

/**
 * Removes the payment details and provider keys of the acting reseller's shop, and pauses it until its owner
 * enters them again and opens it. A closed shop stays closed.
 */
export async function removePaymentDetails(ctx: Ctx): Promise<void> {
  const { id } = requireReseller(ctx);
  await inTransaction(ctx, async (tx) => {
    const isTheirs = eq(shops.resellerId, id);
    const [before] = await tx.db.select().from(shops).where(isTheirs).for("update");
    for (const { name, set } of await listProviderKeys(tx))
      if (set) await removeProviderKeys(tx, { provider: name });
    if (!before) return;
    const state = before.state === "open" ? "paused" : before.state;
    await tx.db
      .update(shops)
      .set({ payments: [], paymentMethodsChangedAt: null, state, updatedAt: sql`now()` })
      .where(and(isTheirs, eq(shops.id, before.id)));
    await recordShopAudit(tx, id, before.slug, {
      action: "shop.payments_dropped",
      before: { state: before.state },
      after: { state },
    });
  });
}
