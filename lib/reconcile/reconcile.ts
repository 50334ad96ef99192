import { eq, isNull, sql } from "drizzle-orm";
import { inTransaction } from "#db/client";
import { chainFindings, discrepancies, reconciling } from "#db/schema/reconcile";
import { record } from "#lib/audit/record";
import { type Ctx, requireSystem } from "#lib/core/context";
import { log } from "#lib/core/log";
import { inSlices } from "#lib/core/slices";
import { settle } from "#lib/purchase/settle/settle";
import { openDiscrepancies } from "./admin/counts.ts";
import { type Advanced, advance } from "./chain/chain.ts";
import type { Verdict } from "./chain/evidence.ts";
import { forget } from "./chain/mark.ts";
import { describeVerdict, suggest } from "./describe-verdict.ts";
import { FURTHEST_S, keepMark } from "./marks.ts";
import { type Answer, readOpen, readTries } from "./read-answers.ts";
import { forgetBeforeLateAnswers, type Read, readEvidence } from "./read-evidence.ts";
import { recordDiscrepancies } from "./record-discrepancies.ts";
import { settings } from "./settings.ts";
import type { Suggestion } from "./view.ts";

/** What one run did: how many purchases it settled, whether there is more to read than one run takes, and up to when it read. */
export interface Run {
  settled: number;
  more: boolean;
  /** The same as after the run before: it read the same again. */
  upTo: number;
}

/**
 * Walks the balance chain through what came since the last run, records discrepancies, and settles what is proven.
 * While a discrepancy is open, or when an admin chose so, nothing is settled: admins see proposals. It reads in one
 * transaction, computes outside of any, and writes in short ones. Each of these stops when something became known
 * meanwhile; the next run then starts from that.
 */
export async function reconcile(ctx: Ctx): Promise<Run> {
  requireSystem(ctx);
  const { read, basis } = await inTransaction(ctx, async (ctx) => {
    await forgetBeforeLateAnswers(ctx);
    const inForce = await settings(ctx);
    return { read: await readEvidence(ctx, inForce), basis: inForce.basis };
  });
  const advanced = await inSlices(advance(read.evidence, read.mark));
  const found = await inTransaction(ctx, (ctx) => keepFindings(ctx, read, advanced, basis));
  if (!found) return { settled: 0, more: false, upTo: read.at };
  let settled = 0;
  await keepSuggestions(ctx, found);
  for (const proof of found.proofs) {
    if (found.ruptured || proof.verdict.says === "unknown") continue;
    const was = await inTransaction(ctx, (ctx) => settleProven(ctx, proof, found.basis));
    if (was === "void") break;
    if (was === "settled") settled += 1;
  }
  if (settled > 0) log.info("purchase.proven", { settled });
  return { settled, more: read.more, upTo: read.at };
}

/** The verdict on an open purchase, with the answers that show it. */
interface Proof {
  verdict: Verdict;
  own: Answer;
  answers: ReadonlyMap<number, Answer>;
}

interface Found {
  /** The basis from which it was concluded. */
  basis: number;
  ruptured: boolean;
  asOf: Date;
  proofs: Proof[];
}

/** Stores how far the chain was walked and what was found; undefined when the basis changed meanwhile. */
async function keepFindings(
  ctx: Ctx,
  read: Read,
  { findings, mark }: Advanced,
  basis: number,
): Promise<Found | undefined> {
  // Discrepancies are locked before the row of settings, in the same order as by those who close them.
  await ctx.db
    .select({ id: discrepancies.id })
    .from(discrepancies)
    .where(isNull(discrepancies.closedAt))
    .orderBy(discrepancies.id)
    .for("update");
  const [mine] = await ctx.db
    .update(reconciling)
    .set({ basis: basis + 1, scannedTo: new Date(read.at) })
    .where(eq(reconciling.basis, basis))
    .returning({ basis: reconciling.basis });
  if (!mine) return undefined;
  const asOf = new Date(read.asOf);
  const kept = forget(mark, read.at - FURTHEST_S * 1000);
  await recordDiscrepancies(ctx, { findings, answers: read.answers, since: kept.start, until: read.at });
  await keepMark(ctx, { mark: kept, at: new Date(read.at), asOf });
  const ruptured = findings.ruptures.length > 0;
  return { basis: mine.basis, ruptured, asOf, proofs: await proofsOf(ctx, findings.verdicts) };
}

/** Stores a suggestion for each open purchase, for admins. */
async function keepSuggestions(ctx: Ctx, { basis, ruptured, asOf, proofs }: Found): Promise<void> {
  const suggestions = Object.fromEntries(await inSlices(suggestEach(proofs)));
  const row = { asOf, ruptured, suggestions };
  await inTransaction(ctx, async (ctx) => {
    const stands = await ctx.db.execute(sql`select from reconciling where basis = ${basis} for share`);
    if (stands.length === 0) return;
    await ctx.db.insert(chainFindings).values(row).onConflictDoUpdate({ target: chainFindings.id, set: row });
  });
}

function* suggestEach(proofs: readonly Proof[]): Generator<void, [number, Suggestion][]> {
  const entries: [number, Suggestion][] = [];
  for (const { verdict, own, answers } of proofs) {
    entries.push([own.attemptId, suggest(verdict, answers, own)]);
    yield;
  }
  return entries;
}

/** The verdicts on purchases that are still unconfirmed, with the answers around them. */
async function proofsOf(ctx: Ctx, verdicts: readonly Verdict[]): Promise<Proof[]> {
  const open = new Map((await readOpen(ctx)).map((answer) => [answer.attemptId, answer]));
  const asked = verdicts.filter(({ send }) => open.has(send));
  const around = asked.flatMap(({ between }) => (between ? [between.after, between.before] : []));
  const answers = new Map((await readTries(ctx, around)).map((answer) => [answer.attemptId, answer]));
  return asked.flatMap((verdict) => {
    const own = open.get(verdict.send);
    return own ? [{ verdict, own, answers }] : [];
  });
}

/** Settles one purchase unless the basis of its proof changed meanwhile. */
async function settleProven(
  ctx: Ctx,
  { verdict, own, answers }: Proof,
  basis: number,
): Promise<"settled" | "not" | "void"> {
  const [stands] = await ctx.db.execute(
    sql`select from reconciling where basis = ${basis} and automatic for share`,
  );
  if (!stands || (await openDiscrepancies(ctx)) > 0) return "void";
  const charged = verdict.says === "charged";
  const reason = describeVerdict(verdict, answers, own);
  const was = await settle(ctx, {
    purchaseId: own.purchaseId,
    from: ["unconfirmed"],
    to: charged ? "successful" : "failed",
    by: "chain",
    outcome: charged ? "The network’s books show it." : "The network’s books show that it did not take it.",
    reason,
  });
  if (!was) return "not";
  await record(ctx, {
    action: "purchase.proven",
    subject: "purchase",
    subjectId: own.ident,
    reason,
    after: { verdict: verdict.says, because: verdict.why, ...neighbours(verdict, answers) },
  });
  return "settled";
}

/** The two answers between which the balance moved, for the audit record. */
function neighbours({ between }: Verdict, answers: ReadonlyMap<number, Answer>) {
  const [after, before] = [between?.after, between?.before].map((id) => answers.get(id ?? 0));
  if (!after || !before) return {};
  return {
    after: after.ident,
    balanceAfter: after.after,
    before: before.ident,
    balanceBefore: before.before,
  };
}
