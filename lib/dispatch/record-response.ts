import { and, eq, sql } from "drizzle-orm";
import { z } from "zod";
import { inTransaction } from "#db/client";
import { purchases } from "#db/schema/purchase";
import { selectResellerForResend } from "#lib/account/reseller/select-reseller";
import type { Ctx } from "#lib/core/context";
import { createKeyedMutex } from "#lib/core/lane/keyed-mutex";
import { readRow } from "#lib/core/read-rows";
import { settlePurchase } from "#lib/purchase/settle/settle-purchase";
import type { PurchaseResponse } from "#lib/upstream/purchase-response";
import { buildAttemptValues, findOtherPurchase, updateAttempt } from "./attempt-response.ts";
import { adjustSending, isConclusive } from "./circuit-breaker.ts";
import type { Claim } from "./claim-purchase.ts";
import { compareWithPlanList, raiseCost, requestPlanListUpdate } from "./price-change.ts";
import { settleByResponse } from "./settle-by-response.ts";

/**
 * Records a response and moves the purchase to the resulting state, in one transaction; an expected one in one
 * statement. A late response still settles an unconfirmed purchase: it is the better evidence. A cost that it
 * charged beyond the known one counts after that, so that no change of the catalogue delays the settlement.
 */
export async function recordResponse(ctx: Ctx, claim: Claim, response: PurchaseResponse): Promise<void> {
  const { parentId, commission } = claim;
  const mayEarn = parentId !== null && commission > 0n && response.result === "successful";
  const work = () => record(ctx, claim, response);
  const checked = await (mayEarn ? runInTurnOfParent(parentId, work) : work());
  if (response.repriced && checked) await raiseCost(ctx, claim, checked);
}

/** Settlements that pay a commission wait for the parent's wallet: here with one connection for all of one parent. */
const runInTurnOfParent = createKeyedMutex<number>();

/** @returns the response as it was checked; undefined where it was an expected one. */
async function record(
  ctx: Ctx,
  claim: Claim,
  response: PurchaseResponse,
): Promise<PurchaseResponse | undefined> {
  if (await settleByResponse(ctx, claim, response)) return;
  return inTransaction(ctx, async (ctx) => {
    const checked = await compareWithPlanList(ctx, claim, await checkIdentReuse(ctx, claim, response));
    const update = await updateAttempt(ctx, buildAttemptValues(claim, checked));
    if (!update) return checked;
    await applyResponse(ctx, claim, checked);
    if (checked.repriced) await requestPlanListUpdate(ctx, claim, checked);
    if (!update.runs || !isConclusive(checked)) await adjustSending(ctx, claim.supplier, checked);
    return checked;
  });
}

/** Marks a response as a discrepancy if another purchase already has its transaction at the same supplier. */
async function checkIdentReuse(
  ctx: Ctx,
  claim: Claim,
  response: PurchaseResponse,
): Promise<PurchaseResponse> {
  const { upstreamId, ident } = response.transaction ?? {};
  if (!upstreamId && !ident) return response;
  const owner = await findOtherPurchase(ctx, buildAttemptValues(claim, response));
  if (!owner) return response;
  return {
    ...response,
    result: "unconfirmed",
    discrepancy: `the supplier's id ${upstreamId} belongs to ${owner}`,
  };
}

async function applyResponse(ctx: Ctx, claim: Claim, response: PurchaseResponse): Promise<void> {
  const { purchaseId } = claim;
  const from = ["sending", "unconfirmed"] as const;
  const upstreamId = response.transaction?.upstreamId ?? undefined;
  switch (response.result) {
    case "successful":
    case "failed": {
      const previousState = await settlePurchase(ctx, {
        purchaseId,
        from,
        to: response.result,
        by: "answer",
        outcome: response.transaction?.message ?? null,
        upstreamId,
      });
      if (!previousState) await recordContradiction(ctx, claim, response.result);
      return;
    }
    case "invalid":
      await settlePurchase(ctx, {
        purchaseId,
        from,
        to: "failed",
        by: "answer",
        outcome: "The network doesn’t offer this plan for this number.",
      });
      return;
    case "unconfirmed":
      await ctx.db
        .update(purchases)
        .set({ state: "unconfirmed" })
        .where(and(eq(purchases.id, purchaseId), eq(purchases.state, "sending")));
      return;
    default:
      await requeuePurchase(ctx, purchaseId);
  }
}

/** Records for admins a late response that contradicts the settled result, which stays. */
async function recordContradiction(
  ctx: Ctx,
  { attemptId }: Claim,
  result: "successful" | "failed",
): Promise<void> {
  await ctx.db.execute(sql`
    update attempts a set discrepancy = concat_ws('; ', a.discrepancy,
      'it came after the purchase was settled as ' || p.state)
    from purchases p where a.id = ${attemptId} and p.id = a.purchase_id
      and p.state in ('successful', 'failed') and p.state <> ${result}`);
}

/** After so many tries that several suppliers surely didn't execute, a purchase fails. */
const MAX_TRIES = 20;

/**
 * Queues a purchase again that was provably not executed, for this supplier or another. Fails it if it was
 * given up meanwhile, its buyer may no longer buy, or several suppliers were tried too often.
 */
async function requeuePurchase(ctx: Ctx, purchaseId: number): Promise<void> {
  const active = (await isBuyerActive(ctx, purchaseId)) && !(await wasTriedTooOften(ctx, purchaseId));
  const queued =
    active &&
    (await ctx.db
      .update(purchases)
      .set({ state: "queued" })
      .where(and(eq(purchases.id, purchaseId), eq(purchases.state, "sending")))
      .returning({ id: purchases.id }));
  if (queued && queued.length > 0) return;
  await settlePurchase(ctx, {
    purchaseId,
    from: active ? ["unconfirmed"] : ["sending", "unconfirmed"],
    to: "failed",
    by: "answer",
    outcome: "It wasn’t sent.",
  });
}

async function wasTriedTooOften(ctx: Ctx, purchaseId: number): Promise<boolean> {
  const { often } = await readRow(ctx.db, z.object({ often: z.boolean() }))`
    select count(*) >= ${MAX_TRIES} and count(distinct supplier_id) > 1 as often from attempts
      where purchase_id = ${purchaseId}`;
  return often;
}

/**
 * Locks the buyer: a concurrent restriction, closing or revocation waits, and then finds the queued purchase.
 */
async function isBuyerActive(ctx: Ctx, purchaseId: number): Promise<boolean> {
  const selectColumn = (column: string) =>
    sql`(select ${sql.identifier(column)} from purchases where id = ${purchaseId})`;
  const active = await ctx.db.execute(
    selectResellerForResend({ resellerId: selectColumn("reseller_id"), tokenId: selectColumn("token_id") }),
  );
  return active.length > 0;
}
