import { and, eq, sql } from "drizzle-orm";
import { inTransaction } from "#db/client";
import { prepared } from "#db/prepared";
import { purchases } from "#db/schema/purchase";
import { maySendAgain } from "#lib/account/reseller/may-buy";
import type { Ctx } from "#lib/core/context";
import type { Minor } from "#lib/core/money";
import type { PurchaseAnswer } from "#lib/upstream/answer";
import { settle } from "../settle/settle.ts";
import { adjustSending, isGood } from "./circuit-breaker.ts";
import type { Claim } from "./claim.ts";
import { againstListing, askForPrices } from "./price-change.ts";

/**
 * Writes an answer down and moves the purchase to the state that it means, in one transaction. An answer that comes after
 * somebody declared the purchase unconfirmed still settles it: it is the better evidence.
 */
export function recordAnswer(ctx: Ctx, claim: Claim, answer: PurchaseAnswer): Promise<void> {
  return inTransaction(ctx, async (ctx) => {
    const checked = await againstListing(ctx, claim, await againstIdentsSeen(ctx, claim, answer));
    const written = await writeAttempt(ctx, claim, checked);
    if (!written) return;
    await transition(ctx, claim, checked);
    if (checked.repriced) await askForPrices(ctx, claim, checked);
    if (!written.runs || !isGood(checked)) await adjustSending(ctx, checked);
  });
}

/** An upstream transaction that another purchase already has cannot be this one's. */
async function againstIdentsSeen(ctx: Ctx, claim: Claim, answer: PurchaseAnswer): Promise<PurchaseAnswer> {
  const { upstreamId, ident } = answer.transaction ?? {};
  if (!upstreamId && !ident) return answer;
  // Two answers that name one transaction take turns, so that the second sees the first. Both statements are on their way
  // at once; the database begins the one when the other is done.
  const told = { upstreamId: upstreamId ?? null, ident: ident ?? null };
  const [, [other]] = await Promise.all([
    takeTurns(ctx.db, told),
    findOther(ctx.db, { ...told, purchaseId: claim.purchaseId }),
  ]);
  if (!other) return answer;
  return {
    ...answer,
    meaning: "unconfirmed",
    discrepancy: `the upstream's id ${upstreamId} belongs to ${other.ident}`,
  };
}

type Told = Record<"upstreamId" | "ident", string | null>;

const takeTurns = prepared<Told, unknown>(
  (v) => sql`
    select pg_advisory_xact_lock(hashtextextended('upstream id ' || ${v.upstreamId}::text, 0)),
      pg_advisory_xact_lock(hashtextextended('upstream ident ' || ${v.ident}::text, 0))`,
);
const findOther = prepared<Told & { purchaseId: number }, { ident: string }>(
  (v) => sql`
    select p.ident from attempts a join purchases p on p.id = a.purchase_id
    where (a.upstream_id = ${v.upstreamId} or a.upstream_ident = ${v.ident}) and a.purchase_id <> ${v.purchaseId} limit 1`,
);

/** @returns undefined when the attempt has its answer already. */
async function writeAttempt(ctx: Ctx, claim: Claim, answer: PurchaseAnswer) {
  const { attemptId } = claim;
  const { meaning, note, httpStatus = null, raw = null, discrepancy = null, transaction } = answer;
  const {
    upstreamId = null,
    ident = null,
    amount = null,
    balanceBefore = null,
    balanceAfter = null,
  } = transaction ?? {};
  const [written] = await writeDown(ctx.db, {
    ...{ attemptId, meaning, note, httpStatus, raw, discrepancy },
    ...{ upstreamId, ident, amount, balanceBefore, balanceAfter },
  });
  return written;
}

type Written = Told &
  Record<"meaning" | "note", string> &
  Record<"raw" | "discrepancy", string | null> &
  Record<"amount" | "balanceBefore" | "balanceAfter", Minor | null> & {
    attemptId: number;
    httpStatus: number | null;
  };

/** `runs`: whether sending simply runs, so that a good answer changes nothing about it. */
const writeDown = prepared<Written, { runs: boolean }>(
  (v) => sql`
    update attempts set answered_at = clock_timestamp(), meaning = ${v.meaning}, note = ${v.note},
      http_status = ${v.httpStatus}::integer, raw = ${v.raw}, discrepancy = coalesce(${v.discrepancy}, discrepancy),
      upstream_id = ${v.upstreamId}, upstream_ident = ${v.ident}, amount = ${v.amount}::bigint,
      balance_before = ${v.balanceBefore}::bigint, balance_after = ${v.balanceAfter}::bigint
    where id = ${v.attemptId} and answered_at is null
    returning (select not stopped and back_off = 0 from dispatcher) as runs`,
);

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
