import { eq, isNull, sql } from "drizzle-orm";
import { inTransaction } from "#db/client";
import { chainBasis, chainFindings, discrepancies } from "#db/schema/reconcile";
import { suppliers } from "#db/schema/supplier";
import { recordAudit } from "#lib/audit/record-audit";
import { readSettings, selectSetting } from "#lib/audit/settings/read-settings";
import { type Ctx, requireSystem } from "#lib/core/context";
import { handleEach } from "#lib/core/lane/handle-each";
import { runInSlices } from "#lib/core/lane/run-in-slices";
import { log } from "#lib/core/log";
import { settlePurchase } from "#lib/purchase/settle/settle-purchase";
import { countOpenDiscrepancies } from "./admin/count-unconfirmed.ts";
import { advanceChain, type ChainProgress } from "./chain/chain.ts";
import { pruneCheckpoint } from "./chain/checkpoint.ts";
import type { Verdict } from "./chain/evidence.ts";
import { MAX_LOOKBACK_S, saveCheckpoint } from "./chain-checkpoints.ts";
import { describeVerdict, suggestOutcome } from "./describe-verdict.ts";
import {
  type ChainSupplier,
  type EvidenceWindow,
  readEvidence,
  rewindForLateFacts,
} from "./read-evidence.ts";
import { type AttemptResponse, readResponsesById, readUnconfirmedResponses } from "./read-responses.ts";
import { reconcileSettings } from "./reconcile-settings.ts";
import { recordDiscrepancies } from "./record-discrepancies.ts";
import type { Suggestion } from "./unconfirmed-view.ts";

/** The result of one run: purchases settled, whether there is more to read, and up to when it read. */
export interface ReconcileResult {
  settled: number;
  more: boolean;
  /** The same as after the run before: it read the same again. */
  upTo: number;
}

/**
 * Walks the balance chain of each supplier through the responses since the last run, records discrepancies,
 * and settles proven purchases. A supplier whose chain fails doesn't keep the others from theirs.
 * @throws the first failure, at the end.
 */
export async function reconcilePurchases(ctx: Ctx): Promise<ReconcileResult> {
  requireSystem(ctx);
  const results = await handleEach(await listChainSuppliers(ctx), "reconcile.supplier_failed", (supplier) =>
    reconcileSupplier(ctx, supplier),
  );
  return {
    settled: results.reduce((sum, { settled }) => sum + settled, 0),
    more: results.some(({ more }) => more),
    upTo: results.reduce((sum, { upTo }) => sum + upTo, 0),
  };
}

/** Also suppliers that are off: their last purchases may still be open. */
async function listChainSuppliers(ctx: Ctx): Promise<ChainSupplier[]> {
  const rows = await ctx.db
    .select({
      id: suppliers.id,
      name: suppliers.name,
      timeoutMs: sql`coalesce(timeout_ms, 0)`.mapWith(Number),
    })
    .from(suppliers)
    .orderBy(suppliers.id);
  return rows.map(({ name, ...row }) => (rows.length > 1 ? { ...row, name } : row));
}

/**
 * Walks one supplier's chain. While one of its discrepancies is open, or automatic settling is off, admins
 * only see suggestions. Reads in one transaction, computes outside of any, and writes in short ones; each
 * write stops when something changed meanwhile, and the next run starts from that.
 */
async function reconcileSupplier(ctx: Ctx, supplier: ChainSupplier): Promise<ReconcileResult> {
  const { read, basis } = await inTransaction(ctx, async (ctx) => {
    await rewindForLateFacts(ctx, supplier);
    // Before the settings: a change of them increases it.
    const [counter] = await ctx.db.select().from(chainBasis);
    if (!counter) throw new Error("the row of the chain’s basis is missing");
    const inForce = await readSettings(ctx, reconcileSettings);
    return { read: await readEvidence(ctx, supplier, inForce), basis: counter.basis };
  });
  const advanced = await runInSlices(advanceChain(read.evidence, read.mark));
  const saved = await inTransaction(ctx, (ctx) => saveFindings(ctx, supplier, read, advanced, basis));
  if (!saved) return { settled: 0, more: false, upTo: read.at };
  let settled = 0;
  await saveSuggestions(ctx, supplier, saved);
  let stands = !saved.ruptured;
  const proven = saved.proofs.filter(({ verdict }) => verdict.says !== "unknown");
  const proofs = proven.map((proof) => ({ ...proof, id: proof.own.ident }));
  await handleEach(proofs, "purchase.not_proven", async (proof) => {
    if (!stands) return;
    const was = await inTransaction(ctx, (ctx) => settleProvenPurchase(ctx, supplier, proof, saved.basis));
    stands = was !== "void";
    if (was === "settled") settled += 1;
  });
  if (settled > 0) log.info("purchase.proven", { settled });
  return { settled, more: read.more, upTo: read.at };
}

/** The verdict on an open purchase, with the answers that show it. */
interface Proof {
  verdict: Verdict;
  own: AttemptResponse;
  responses: ReadonlyMap<number, AttemptResponse>;
}

interface StoredFindings {
  /** The basis from which it was concluded. */
  basis: number;
  ruptured: boolean;
  asOf: Date;
  proofs: Proof[];
}

/** Stores the checkpoint and the findings; undefined when the basis changed meanwhile. */
async function saveFindings(
  ctx: Ctx,
  { id, name }: ChainSupplier,
  read: EvidenceWindow,
  { findings, mark }: ChainProgress,
  basis: number,
): Promise<StoredFindings | undefined> {
  // Discrepancies are locked before the basis, in the same order as by those who close them.
  await ctx.db
    .select({ id: discrepancies.id })
    .from(discrepancies)
    .where(isNull(discrepancies.closedAt))
    .orderBy(discrepancies.id)
    .for("update");
  const [mine] = await ctx.db
    .update(chainBasis)
    .set({ basis: basis + 1 })
    .where(eq(chainBasis.basis, basis))
    .returning({ basis: chainBasis.basis });
  if (!mine) return undefined;
  await ctx.db
    .update(suppliers)
    .set({ scannedUntil: new Date(read.at) })
    .where(eq(suppliers.id, id));
  const asOf = new Date(read.asOf);
  const pruned = pruneCheckpoint(mark, read.at - MAX_LOOKBACK_S * 1000);
  await recordDiscrepancies(ctx, {
    supplierId: id,
    supplierName: name,
    findings,
    responses: read.responses,
    since: pruned.start,
    until: read.at,
  });
  await saveCheckpoint(ctx, id, { mark: pruned, at: new Date(read.at), asOf });
  const ruptured = findings.ruptures.length > 0;
  return { basis: mine.basis, ruptured, asOf, proofs: await readProofs(ctx, id, findings.verdicts) };
}

/** Stores a suggestion for each open purchase, for admins. */
async function saveSuggestions(
  ctx: Ctx,
  { id }: ChainSupplier,
  { basis, ruptured, asOf, proofs }: StoredFindings,
): Promise<void> {
  const suggestions = Object.fromEntries(await runInSlices(createSuggestions(proofs)));
  const row = { id, asOf, ruptured, suggestions };
  await inTransaction(ctx, async (ctx) => {
    const stands = await ctx.db.execute(sql`select from chain_basis where basis = ${basis} for share`);
    if (stands.length === 0) return;
    await ctx.db.insert(chainFindings).values(row).onConflictDoUpdate({ target: chainFindings.id, set: row });
  });
}

function* createSuggestions(proofs: readonly Proof[]): Generator<void, [number, Suggestion][]> {
  const entries: [number, Suggestion][] = [];
  for (const { verdict, own, responses } of proofs) {
    entries.push([own.attemptId, suggestOutcome(verdict, responses, own)]);
    yield;
  }
  return entries;
}

/** The verdicts on purchases that are still unconfirmed, with the responses around them. */
async function readProofs(ctx: Ctx, supplierId: number, verdicts: readonly Verdict[]): Promise<Proof[]> {
  const open = new Map(
    (await readUnconfirmedResponses(ctx, supplierId)).map((response) => [response.attemptId, response]),
  );
  const openVerdicts = verdicts.filter(({ send }) => open.has(send));
  const around = openVerdicts.flatMap(({ between }) => (between ? [between.after, between.before] : []));
  const responses = new Map(
    (await readResponsesById(ctx, around)).map((response) => [response.attemptId, response]),
  );
  return openVerdicts.flatMap((verdict) => {
    const response = open.get(verdict.send);
    return response ? [{ verdict, own: response, responses }] : [];
  });
}

/**
 * Settles one purchase unless the basis of its proof changed meanwhile. None in a database that isn't
 * confirmed: another supplier may have it since.
 */
async function settleProvenPurchase(
  ctx: Ctx,
  { id }: ChainSupplier,
  { verdict, own, responses }: Proof,
  basis: number,
): Promise<"settled" | "not" | "void"> {
  const [stands] = await ctx.db.execute(
    sql`
      select from chain_basis
      where basis = ${basis} and ${selectSetting(reconcileSettings, "automatic")} and is_home_database()
      for share`,
  );
  if (!stands || (await countOpenDiscrepancies(ctx, id)) > 0) return "void";
  const charged = verdict.says === "charged";
  const reason = describeVerdict(verdict, responses, own);
  const was = await settlePurchase(ctx, {
    purchaseId: own.purchaseId,
    from: ["unconfirmed"],
    to: charged ? "successful" : "failed",
    by: "chain",
    outcome: charged
      ? "The network’s records show it."
      : "The network’s records show that it wasn’t delivered.",
    reason,
  });
  if (!was) return "not";
  await recordAudit(ctx, {
    action: "purchase.proven",
    subject: "purchase",
    subjectId: own.ident,
    reason,
    after: { verdict: verdict.says, because: verdict.reason, ...getNeighbours(verdict, responses) },
  });
  return "settled";
}

/** The two responses between which the balance moved, for the audit record. */
function getNeighbours({ between }: Verdict, responses: ReadonlyMap<number, AttemptResponse>) {
  const [after, before] = [between?.after, between?.before].map((id) => responses.get(id ?? 0));
  if (!after || !before) return {};
  return {
    after: after.ident,
    balanceAfter: after.after,
    before: before.ident,
    balanceBefore: before.before,
  };
}
