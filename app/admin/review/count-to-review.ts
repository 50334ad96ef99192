import type { Ctx } from "#lib/core/context";
import { getOpenDisputes } from "#lib/payment/dispute/record-disputes";
import { countSettlementDiscrepancies } from "#lib/payment/settlement/settlement-discrepancy-list";
import { countSuspense } from "#lib/payment/suspense/suspense-list";
import { countOpenDiscrepancies } from "#lib/reconcile/admin/count-unconfirmed";
import { countReviewItems, listDecidableKinds } from "#lib/review/review-queue";

/** Counts the open items of To review for the acting admin: of the queue, and of the lists beside it. */
export async function countToReview(ctx: Ctx): Promise<number> {
  const [inQueue, beside] = await Promise.all([countReviewItems(ctx), sumBesideQueue(ctx)]);
  return inQueue + beside;
}

/** The sum for the acting admin: these lists are for those who decide on bank transfers. */
export async function sumBesideQueue(ctx: Ctx): Promise<number> {
  if (!listDecidableKinds(ctx).includes("transfer")) return 0;
  return Object.values(await countBesideQueue(ctx)).reduce((sum, count) => sum + count, 0);
}

/** Counts the open items of the lists that aren’t in the queue. Admins only. */
export async function countBesideQueue(ctx: Ctx) {
  const [discrepancies, suspense, { count: chargebacks }, settlements] = await Promise.all([
    countOpenDiscrepancies(ctx),
    countSuspense(ctx),
    getOpenDisputes(ctx),
    countSettlementDiscrepancies(ctx),
  ]);
  return { discrepancies, suspense, chargebacks, settlements };
}
