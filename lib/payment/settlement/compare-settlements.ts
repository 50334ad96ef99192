import { and, eq, gt, sql } from "drizzle-orm";
import { z } from "zod";
import { settlementChecks, settlements } from "#db/schema/settlement";
import { type Ctx, requireSystem } from "#lib/core/context";
import { handleEach } from "#lib/core/lane/handle-each";
import { log } from "#lib/core/log";
import { readRows } from "#lib/core/read-rows";
import { getProviders, type Providers } from "#lib/payment/providers/configured-providers";
import {
  ignoreUnclear,
  type Provider,
  ProviderError,
  type ProviderName,
} from "#lib/payment/providers/provider";
import { syncPayment } from "#lib/payment/sync-payment";
import { importSettlement } from "./import-settlement.ts";
import { postSettlementLines, recordMissingLines } from "./post-settlement-lines.ts";

/** So far back settlements are read, and what should be in one is looked for, in days. */
const LOOKBACK_DAYS = 60;
/** A provider that lists no settlements is asked about so many transactions in one run. */
const MAX_TRANSACTIONS_PER_RUN = 200;
/** So many settled transactions that are unknown here are asked about in one run. */
const MAX_UNKNOWN_PER_RUN = 50;

/**
 * Compares the providers' settlements with the ledger, transaction by transaction: imports each settlement,
 * posts its money from clearing to bank, and records discrepancies. Repeating it changes nothing, so the next
 * run continues after a crash. System only.
 * @throws the first failure, after all other providers
 */
export async function compareSettlements(ctx: Ctx, providers: Providers = getProviders()): Promise<void> {
  requireSystem(ctx);
  const all = [...providers].map(([id, provider]) => ({ id, provider }));
  await handleEach(all, "settlement.provider_failed", async ({ id: name, provider }) => {
    const failure = await compareProvider(ctx, name, provider, providers);
    if (failure) log.warn("settlement.not_compared", { provider: name, reason: failure });
    const run = { attemptedAt: sql`now()`, failure, ...(failure === null && { comparedAt: sql`now()` }) };
    await ctx.db
      .insert(settlementChecks)
      .values({ provider: name, ...run })
      .onConflictDoUpdate({ target: settlementChecks.provider, set: run });
  });
}

/** @returns why it came to nothing; null when it did not. */
async function compareProvider(
  ctx: Ctx,
  name: ProviderName,
  provider: Provider,
  providers: Providers,
): Promise<string | null> {
  const since = new Date(Date.now() - LOOKBACK_DAYS * 86_400_000);
  const [known, waiting] = [
    await listImportedSettlements(ctx, name),
    await listUnsettledTransactions(ctx, name),
  ];
  try {
    for await (const settlement of provider.listSettlements({ since, known, waiting }))
      await importSettlement(ctx, name, settlement);
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    return error.reason;
  } finally {
    // Settlements imported before the failure are posted.
    await postSettlementLines(ctx, name);
  }
  await verifyUnknownTransactions(ctx, name, providers);
  await postSettlementLines(ctx, name);
  await recordMissingLines(ctx, name, LOOKBACK_DAYS);
  return null;
}

async function listImportedSettlements(ctx: Ctx, provider: ProviderName): Promise<Set<string>> {
  // A settlement is listed for longer than a run looks back by its payments.
  const recent = gt(settlements.readAt, sql`now() - make_interval(days => ${2 * LOOKBACK_DAYS})`);
  const rows = await ctx.db
    .select({ settlement: settlements.settlement })
    .from(settlements)
    .where(and(eq(settlements.provider, provider), recent));
  return new Set(rows.map(({ settlement }) => settlement));
}

/**
 * Lists transactions without a settlement, in random order, so that one that is never settled
 * doesn't block the others.
 */
async function listUnsettledTransactions(ctx: Ctx, provider: ProviderName): Promise<string[]> {
  const rows = await readRows(ctx.db, z.object({ transaction: z.string() }))`
    select transaction
    from provider_transactions t
    where provider = ${provider} and keys_id is null and part_of is null
      and paid_at > now() - make_interval(days => ${LOOKBACK_DAYS})
      and not exists (select from settlement_lines where transaction_id = t.id)
    order by random()
    limit ${MAX_TRANSACTIONS_PER_RUN}`;
  return rows.map(({ transaction }) => transaction);
}

/**
 * Money that was settled and never heard of is verified like any other:
 * then it is in the ledger, mostly in suspense.
 */
async function verifyUnknownTransactions(
  ctx: Ctx,
  provider: ProviderName,
  providers: Providers,
): Promise<void> {
  const rows = await readRows(ctx.db, z.object({ id: z.string() }))`
    select distinct l.transaction as id
    from settlement_lines l
    join settlements s on s.id = l.settlement_id
    where l.transaction_id is null and s.provider = ${provider}
      and s.read_at > now() - make_interval(days => ${LOOKBACK_DAYS})
      and not exists (select from settlement_discrepancies where line_id = l.id and state = 'acknowledged')
    limit ${MAX_UNKNOWN_PER_RUN}`;
  await handleEach(rows, "settlement.not_verified", ({ id: transaction }) =>
    ignoreUnclear(syncPayment(ctx, provider, { transaction }, providers), ProviderError),
  );
}
