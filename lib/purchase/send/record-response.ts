import { and, eq, sql } from "drizzle-orm";
import { inTransaction } from "#db/client";
import { prepareQuery } from "#db/prepare-query";
import { purchases } from "#db/schema/purchase";
import { selectResellerForResend } from "#lib/account/reseller/select-reseller";
import type { Ctx } from "#lib/core/context";
import type { Minor } from "#lib/core/money/money";
import { settlePurchase } from "#lib/purchase/settle/settle-purchase";
import type { PurchaseResponse } from "#lib/upstream/purchase-response";
import { adjustSending, isConclusive } from "./circuit-breaker.ts";
import type { Claim } from "./claim-purchase.ts";
import { compareWithPlanList, raiseCost, requestPlanListUpdate } from "./price-change.ts";

/**
 * Records a response and moves the purchase to the resulting state, in one transaction. A late response still
 * settles an unconfirmed purchase: it is the better evidence. A cost that it charged beyond the known one
 * counts after that, so that no change of the catalogue delays the settlement.
 */
export async function recordResponse(ctx: Ctx, claim: Claim, response: PurchaseResponse): Promise<void> {
  const checked = await inTransaction(ctx, async (ctx) => {
    const checked = await compareWithPlanList(ctx, claim, await checkIdentReuse(ctx, claim, response));
    const update = await updateAttempt(ctx, claim, checked);
    if (!update) return checked;
    await applyResponse(ctx, claim, checked);
    if (checked.repriced) await requestPlanListUpdate(ctx, claim, checked);
    if (!update.runs || !isConclusive(checked)) await adjustSending(ctx, claim.supplier, checked);
    return checked;
  });
  if (response.repriced) await raiseCost(ctx, claim, checked);
}

/** Marks a response as a discrepancy if another purchase already has its transaction at the same supplier. */
async function checkIdentReuse(
  ctx: Ctx,
  claim: Claim,
  response: PurchaseResponse,
): Promise<PurchaseResponse> {
  const { upstreamId, ident } = response.transaction ?? {};
  if (!upstreamId && !ident) return response;
  // Two responses that name one transaction take turns, so that the second sees the first. Both statements
  // are sent at
  // once; the database runs them in order.
  const identity = { upstreamId: upstreamId ?? null, ident: ident ?? null };
  const { purchaseId, supplier } = claim;
  const [, [other]] = await Promise.all([
    lockIdents(ctx.db, identity),
    findOtherPurchase(ctx.db, { ...identity, purchaseId, supplierId: supplier.id }),
  ]);
  if (!other) return response;
  return {
    ...response,
    result: "unconfirmed",
    discrepancy: `the supplier's id ${upstreamId} belongs to ${other.ident}`,
  };
}

type TransactionIdents = Record<"upstreamId" | "ident", string | null>;

const lockIdents = prepareQuery<TransactionIdents, unknown>(
  (v) => sql`
    select pg_advisory_xact_lock(hashtextextended('upstream id ' || ${v.upstreamId}::text, 0)),
      pg_advisory_xact_lock(hashtextextended('upstream ident ' || ${v.ident}::text, 0))`,
);
const findOtherPurchase = prepareQuery<
  TransactionIdents & { purchaseId: number; supplierId: number },
  { ident: string }
>(
  (v) => sql`
    select p.ident from attempts a join purchases p on p.id = a.purchase_id
    where (a.upstream_id = ${v.upstreamId} or a.upstream_ident = ${v.ident})
      and a.purchase_id <> ${v.purchaseId}
      and a.supplier_id = ${v.supplierId} limit 1`,
);

/** @returns undefined when the attempt already has a response. */
async function updateAttempt(ctx: Ctx, claim: Claim, response: PurchaseResponse) {
  const { attemptId, supplier } = claim;
  const { result, note, httpStatus = null, raw = null, discrepancy = null, transaction } = response;
  const {
    upstreamId = null,
    ident = null,
    amount = null,
    balanceBefore = null,
    balanceAfter = null,
  } = transaction ?? {};
  const [written] = await runAttemptUpdate(ctx.db, {
    attemptId,
    supplierId: supplier.id,
    result,
    note,
    httpStatus,
    raw,
    discrepancy,
    upstreamId,
    ident,
    amount,
    balanceBefore,
    balanceAfter,
  });
  return written;
}

type AttemptValues = TransactionIdents &
  Record<"result" | "note", string> &
  Record<"raw" | "discrepancy", string | null> &
  Record<"amount" | "balanceBefore" | "balanceAfter", Minor | null> & {
    attemptId: number;
    supplierId: number;
    httpStatus: number | null;
  };

/** `runs`: whether sending runs normally, so that a conclusive response changes nothing about it. */
const runAttemptUpdate = prepareQuery<AttemptValues, { runs: boolean }>(
  (v) => sql`
    update attempts set supplier_id = coalesce(supplier_id, ${v.supplierId}::integer),
      answered_at = clock_timestamp(), result = ${v.result}, note = ${v.note},
      http_status = ${v.httpStatus}::integer, raw = ${v.raw},
        discrepancy = coalesce(${v.discrepancy}, discrepancy),
      upstream_id = ${v.upstreamId}, upstream_ident = ${v.ident}, amount = ${v.amount}::bigint,
      balance_before = ${v.balanceBefore}::bigint, balance_after = ${v.balanceAfter}::bigint
    where id = ${v.attemptId} and answered_at is null
    returning (select not stopped and backoff_seconds = 0 from supplier_sending s
      where s.supplier_id = ${v.supplierId}::integer) as runs`,
);

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
  const [row] = await ctx.db.execute<{ often: boolean }>(sql`
    select count(*) >= ${MAX_TRIES} and count(distinct supplier_id) > 1 as often from attempts
      where purchase_id = ${purchaseId}`);
  return row?.often ?? false;
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
