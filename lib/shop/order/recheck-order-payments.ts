import { and, desc, eq, inArray, sql } from "drizzle-orm";
import { payments } from "#db/schema/payment";
import { orders } from "#db/schema/shop";
import type { Ctx } from "#lib/core/context";
import { notFoundError } from "#lib/core/error";
import { getProviderByKeys } from "#lib/payment/keys/reseller-providers";
import { getProviders } from "#lib/payment/providers/configured-providers";
import { ignoreUnclear } from "#lib/payment/providers/provider";
import { parseProviderName } from "#lib/payment/providers/providers";
import { isRecheckAllowed } from "#lib/payment/recheck-pause";
import { syncPayment } from "#lib/payment/sync-payment";
import { shopIdBySlug } from "#lib/shop/get-shop";
import { OrderCode } from "#lib/shop/shop-fields";

/** So many payments are checked in one request. */
const MAX_CHECKED = 3;

/**
 * Checks an order's newest payments with the providers, for a customer with its code; none
 * again within ten seconds.
 * @throws not_found
 */
export async function recheckOrderPayments(
  ctx: Ctx,
  { slug, code }: { slug: string; code: string },
): Promise<void> {
  if (!OrderCode.safeParse(code).success) throw notFoundError("order");
  const [order] = await ctx.db
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.code, code), sql`${orders.shopId} = ${shopIdBySlug(slug)}`));
  if (!order) throw notFoundError("order");
  const newest = ctx.db
    .select({ id: payments.id })
    .from(payments)
    .where(
      and(
        eq(payments.orderId, order.id),
        inArray(payments.state, ["started", "failed", "expired"]),
        isRecheckAllowed(payments.lookedAt),
      ),
    )
    .orderBy(desc(payments.id))
    .limit(MAX_CHECKED)
    .for("update", { skipLocked: true });
  const checked = await ctx.db
    .update(payments)
    .set({ lookedAt: sql`now()` })
    .where(inArray(payments.id, newest))
    .returning();
  const portal: Ctx = { ...ctx, actor: { kind: "system", name: "payment" } };
  for (const { provider, reference, keysId } of checked) {
    const orderProviders =
      keysId === null ? getProviders() : ((await getProviderByKeys(ctx, keysId))?.providers ?? new Map());
    await ignoreUnclear(
      syncPayment(portal, parseProviderName(provider), { reference }, orderProviders, keysId),
    );
  }
}
