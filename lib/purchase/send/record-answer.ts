import { and, eq, isNull, ne, or, sql } from "drizzle-orm";
import { inTransaction } from "#db/client";
import { attempts, purchases } from "#db/schema/purchase";
import { maySendAgain } from "#lib/account/reseller/may-buy";
import type { Ctx } from "#lib/core/context";
import type { PurchaseAnswer } from "#lib/upstream/answer";
import { settle } from "../settle/settle.ts";
import { adjustSending } from "./circuit-breaker.ts";
import type { Claim } from "./claim.ts";
import { againstListing, askForPrices } from "./price-change.ts";

/**
 * Writes an answer down and moves the purchase to the state that it means, in one transaction. An answer that comes after
 * somebody declared the purchase unconfirmed still settles it: it is the better evidence.
 */
export function recordAnswer(ctx: Ctx, claim: Claim, answer: PurchaseAnswer): Promise<void> {
  return inTransaction(ctx, async (ctx) => {
    const checked = await againstListing(ctx, claim, await againstIdentsSeen(ctx, claim, answer));
    const known = await writeAttempt(ctx, claim, checked);
    if (!known) return;
    await transition(ctx, claim, checked);
    if (checked.repriced) await askForPrices(ctx, claim, checked);
    await adjustSending(ctx, checked);
  });
}

/** An upstream transaction that another purchase already has cannot be this one's. */
async function againstIdentsSeen(ctx: Ctx, claim: Claim, answer: PurchaseAnswer): Promise<PurchaseAnswer> {
  const { upstreamId, ident } = answer.transaction ?? {};
  if (!upstreamId && !ident) return answer;
  // Two answers that name one transaction take turns, so that the second sees the first.
  await ctx.db.execute(sql`
    select pg_advisory_xact_lock(hashtextextended('upstream id ' || ${upstreamId ?? null}::text, 0)),
      pg_advisory_xact_lock(hashtextextended('upstream ident ' || ${ident ?? null}::text, 0))`);
  const [other] = await ctx.db
    .select({ ident: purchases.ident })
    .from(attempts)
    .innerJoin(purchases, eq(purchases.id, attempts.purchaseId))
    .where(
      and(
        or(eq(attempts.upstreamId, upstreamId ?? ""), eq(attempts.upstreamIdent, ident ?? "")),
        ne(attempts.purchaseId, claim.purchaseId),
      ),
    )
    .limit(1);
  if (!other) return answer;
  return {
    ...answer,
    meaning: "unconfirmed",
    discrepancy: `the upstream's id ${upstreamId} belongs to ${other.ident}`,
  };
}

async function writeAttempt(ctx: Ctx, claim: Claim, answer: PurchaseAnswer): Promise<boolean> {
  const { transaction } = answer;
  const written = await ctx.db
    .update(attempts)
    .set({
      answeredAt: sql`clock_timestamp()`,
      meaning: answer.meaning,
      note: answer.note,
      httpStatus: answer.httpStatus,
      raw: answer.raw,
      discrepancy: answer.discrepancy,
      upstreamId: transaction?.upstreamId,
      upstreamIdent: transaction?.ident,
      amount: transaction?.amount,
      balanceBefore: transaction?.balanceBefore,
      balanceAfter: transaction?.balanceAfter,
    })
    .where(and(eq(attempts.id, claim.attemptId), isNull(attempts.answeredAt)))
    .returning({ id: attempts.id });
  return written.length === 1;
}

async function transition(ctx: Ctx, claim: Claim, answer: PurchaseAnswer): Promise<void> {
  const { purchaseId } = claim;
  const from = ["sending", "unconfirmed"] as const;
  const upstreamId = answer.transaction?.upstreamId ?? undefined;
  switch (answer.meaning) {
    case "successful":
    case "failed": {
      const was = await settle(ctx, {
        purchaseId,
        from,
        to: answer.meaning,
        by: "answer",
        outcome: answer.transaction?.message ?? null,
        upstreamId,
      });
      if (!was) await contradict(ctx, claim, answer.meaning);
      return;
    }
    case "invalid":
      await settle(ctx, {
        purchaseId,
        from,
        to: "failed",
        by: "answer",
        outcome: "The network does not take this plan for this number.",
      });
      return;
    case "unconfirmed":
      await ctx.db
        .update(purchases)
        .set({ state: "unconfirmed" })
        .where(and(eq(purchases.id, purchaseId), eq(purchases.state, "sending")));
      return;
    default:
      await giveBack(ctx, purchaseId);
  }
}

/** An answer that comes after the contrary was decided moves nothing any more: an admin has to hear of it. */
async function contradict(ctx: Ctx, { attemptId }: Claim, says: "successful" | "failed"): Promise<void> {
  await ctx.db.execute(sql`
    update attempts a set discrepancy = concat_ws('; ', a.discrepancy, 'it came after the purchase was settled as ' || p.state)
    from purchases p where a.id = ${attemptId} and p.id = a.purchase_id and p.state in ('successful', 'failed') and p.state <> ${says}`);
}

/**
 * Provably not executed: the purchase waits for its next turn, or ends when it was given up meanwhile, or when its
 * buyer may no longer buy.
 */
async function giveBack(ctx: Ctx, purchaseId: number): Promise<void> {
  const active = await isBuyerActive(ctx, purchaseId);
  const queued =
    active &&
    (await ctx.db
      .update(purchases)
      .set({ state: "queued" })
      .where(and(eq(purchases.id, purchaseId), eq(purchases.state, "sending")))
      .returning({ id: purchases.id }));
  if (queued && queued.length > 0) return;
  await settle(ctx, {
    purchaseId,
    from: active ? ["unconfirmed"] : ["sending", "unconfirmed"],
    to: "failed",
    by: "answer",
    outcome: "It was never sent.",
  });
}

/** A restriction, closing or revocation that comes at this moment waits, and then finds what is queued. */
async function isBuyerActive(ctx: Ctx, purchaseId: number): Promise<boolean> {
  const of = (column: string) =>
    sql`(select ${sql.identifier(column)} from purchases where id = ${purchaseId})`;
  const active = await ctx.db.execute(
    maySendAgain({ resellerId: of("reseller_id"), tokenId: of("token_id") }),
  );
  return active.length > 0;
}
