import { sql } from "drizzle-orm";
import { inTransaction } from "#db/client";
import { reconciling } from "#db/schema/reconcile";
import { record } from "#lib/audit/record";
import { type Ctx, requireSystem } from "#lib/core/context";
import { log } from "#lib/core/log";
import { settle } from "#lib/purchase/settle";
import { walletOf } from "#lib/purchase/wallet-first";
import { chain } from "./chain.ts";
import type { Verdict } from "./evidence.ts";
import { lastMove } from "./last-move.ts";
import { note } from "./note.ts";
import { openDiscrepancies } from "./open-discrepancies.ts";
import { type Read, readEvidence } from "./read-evidence.ts";
import { settings } from "./settings.ts";
import { words } from "./words.ts";

/**
 * Looks at the balance chain, notes what does not fit, and settles what is proven. While anything that does not
 * fit is open, or when an admin wants it so, nothing is settled here: the desk shows proposals.
 * @returns how many purchases were settled.
 */
export function reconcile(ctx: Ctx): Promise<number> {
  requireSystem(ctx);
  return inTransaction(ctx, async (ctx) => {
    const [lock] = await ctx.db.execute<{ mine: boolean }>(
      sql`select pg_try_advisory_xact_lock(hashtextextended('reconcile', 0)) as mine`,
    );
    if (!lock?.mine) return 0;
    const inForce = await settings(ctx);
    const moved = await lastMove(ctx);
    const read = await readEvidence(ctx, inForce);
    const findings = chain(read.evidence);
    const { verdicts, ruptures } = findings;
    await note(ctx, { findings, answers: read.answers, since: read.evidence.since });
    if (!(await advance(ctx, read, moved))) return 0;
    if (!inForce.automatic || ruptures.length > 0 || (await openDiscrepancies(ctx)) > 0) return 0;
    return settleAll(ctx, verdicts, read);
  });
}

/**
 * Notes how far was looked, by a statement that begins when whoever records a move is done. One that came meanwhile
 * has to be looked at first: then nothing is noted, and nothing believed.
 */
async function advance(ctx: Ctx, { asOf }: Read, moved: number): Promise<boolean> {
  await ctx.db.execute(sql`select from reconciling for update`);
  if ((await lastMove(ctx)) !== moved) return false;
  await ctx.db.update(reconciling).set({ scannedTo: asOf });
  return true;
}

async function settleAll(ctx: Ctx, verdicts: readonly Verdict[], { answers }: Read): Promise<number> {
  const byAttempt = new Map(answers.map((answer) => [answer.attemptId, answer]));
  await lockOpen(ctx, answers);
  let settled = 0;
  for (const verdict of verdicts) {
    const own = byAttempt.get(verdict.send);
    if (verdict.says === "unknown" || own?.state !== "unconfirmed") continue;
    const charged = verdict.says === "charged";
    const reason = words(verdict, byAttempt, own);
    const was = await settle(ctx, {
      purchaseId: own.purchaseId,
      from: ["unconfirmed"],
      to: charged ? "successful" : "failed",
      by: "chain",
      outcome: charged ? "The network’s books show it." : "The network’s books show that it did not take it.",
      reason,
    });
    if (!was) continue;
    await record(ctx, {
      action: "purchase.proven",
      subject: "purchase",
      subjectId: own.ident,
      reason,
      after: { verdict: verdict.says, because: verdict.why, ...neighbours(verdict, byAttempt) },
    });
    settled += 1;
  }
  if (settled > 0) log.info("purchase.proven", { settled });
  return settled;
}

/** All wallets in one order, before the first purchase: an answer or an admin that settles one of them meanwhile went before, or waits. */
async function lockOpen(ctx: Ctx, answers: Read["answers"]): Promise<void> {
  const ids = answers.flatMap(({ purchaseId, state }) => (state === "unconfirmed" ? [purchaseId] : []));
  if (ids.length > 0) await ctx.db.execute(walletOf(sql`p.id in ${ids}`));
}

/** The two answers between which it shows, for the audit record. */
function neighbours({ between }: Verdict, answers: ReadonlyMap<number, Read["answers"][number]>) {
  const [after, before] = [between?.after, between?.before].map((id) => answers.get(id ?? 0));
  if (!after || !before) return {};
  return {
    after: after.ident,
    balanceAfter: after.after,
    before: before.ident,
    balanceBefore: before.before,
  };
}
