import { sql } from "drizzle-orm";
import { notify } from "#db/listen";
import { record } from "#lib/audit/record";
import { costNow } from "#lib/catalogue/sale-conditions";
import type { Ctx } from "#lib/core/context";
import { log } from "#lib/core/log";
import { decimalText } from "#lib/core/money";
import type { PurchaseAnswer } from "#lib/upstream/answer";
import type { Claim } from "./claim.ts";

/**
 * Judges an answer that charged another price than was listed. The first one is a price change that the catalogue does
 * not know yet. If the list was fetched since and still has the old price, it is a contradiction, unless that old price
 * was charged again in between: then the first was an exception. Listed 100 and charged 110 is a change; fetched again,
 * still 100, and charged 110 is a contradiction.
 */
export async function againstListing(
  ctx: Ctx,
  claim: Claim,
  answer: PurchaseAnswer,
): Promise<PurchaseAnswer> {
  if (!answer.repriced) return answer;
  const [row] = await ctx.db.execute<{ listed: boolean }>(sql`
    select exists (
      select from attempts first join purchases p on p.id = first.purchase_id
        join attempts own on own.id = ${claim.attemptId} cross join catalogue
      where first.amount <> first.cost and first.discrepancy is null and p.plan_id = ${claim.planId} and first.cost = own.cost
        and first.answered_at < catalogue.synced_at and own.claimed_at > catalogue.synced_at
        and not exists (select from plan_prices where plan_id = p.plan_id and at > first.answered_at)
        and not exists (
          select from purchases later join attempts fitting on fitting.purchase_id = later.id
          where later.plan_id = p.plan_id and later.id > p.id and fitting.amount = fitting.cost)) as listed`);
  if (!row?.listed) return answer;
  const { repriced: _, ...rest } = answer;
  const charged = decimalText(answer.transaction?.amount ?? 0n);
  return {
    ...rest,
    discrepancy: `charged ${charged} instead of ${decimalText(claim.cost)}, which it still lists`,
  };
}

/**
 * Tells the operator that the upstream charges another price than the catalogue has, and asks for its list
 * (the lane `catalogue`).
 */
export async function askForPrices(ctx: Ctx, claim: Claim, answer: PurchaseAnswer): Promise<void> {
  const facts = { listed: String(claim.cost), charged: String(answer.transaction?.amount) };
  const known = await ctx.db.execute(sql`
    select from purchases p where p.id = ${claim.purchaseId} and ${costNow(sql`p`)} = ${facts.charged}::bigint`);
  if (known.length > 0) return;
  log.error("upstream.price_changed", { plan: claim.planId, ...facts });
  await record(ctx, {
    action: "upstream.price_changed",
    subject: "plan",
    subjectId: claim.planId,
    before: { cost: facts.listed },
    after: { cost: facts.charged },
  });
  await notify(ctx.db, "price_changed", String(claim.planId));
}
