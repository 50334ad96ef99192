import { and, eq, gt, sql } from "drizzle-orm";
import { settlementRuns, settlements } from "#db/schema/settlement";
import { type Ctx, requireSystem } from "#lib/core/context";
import { log } from "#lib/core/log";
import { configured, type Providers } from "../configured.ts";
import { PaymentRefused, PaymentUnanswered, type Provider, type ProviderName } from "../provider.ts";
import { verifyPayment } from "../verify-payment.ts";
import { bookLines, keepSettlement, noteMissing } from "./take-in.ts";

/** So far back settlements are read, and what should be in one is looked for, in days. */
const BACK = 60;
/** A provider that lists no settlements is asked about so many transactions in one run. */
const MOST_ASKED = 200;
/** So many settled transactions that are unknown here are asked about in one run. */
const MOST_UNKNOWN = 50;

/**
 * Compares what the providers paid out with the books, transaction by transaction: keeps each settlement, takes its money
 * from clearing to the bank in the books, and notes what does not agree. Done again, it does nothing twice; whoever is
 * killed in between is followed by the next run. Only the portal itself does.
 */
export async function compareSettlements(ctx: Ctx, using: Providers = configured()): Promise<void> {
  requireSystem(ctx);
  for (const [name, provider] of using) {
    const failure = await compare(ctx, name, provider, using);
    if (failure) log.warn("settlement.not_compared", { provider: name, why: failure });
    const run = { triedAt: sql`now()`, failure, ...(failure === null && { comparedAt: sql`now()` }) };
    await ctx.db
      .insert(settlementRuns)
      .values({ provider: name, ...run })
      .onConflictDoUpdate({ target: settlementRuns.provider, set: run });
  }
}

/** @returns why it came to nothing; null when it did not. */
async function compare(
  ctx: Ctx,
  name: ProviderName,
  provider: Provider,
  using: Providers,
): Promise<string | null> {
  const since = new Date(Date.now() - BACK * 86_400_000);
  const [known, waiting] = [await knownOf(ctx, name), await waitingAt(ctx, name)];
  try {
    for await (const one of provider.settlements({ since, known, waiting }))
      await keepSettlement(ctx, name, one);
  } catch (error) {
    if (!(error instanceof PaymentUnanswered || error instanceof PaymentRefused)) throw error;
    return error.why;
  } finally {
    // What was read before it failed is kept.
    await bookLines(ctx, name);
  }
  await askForUnknown(ctx, name, using);
  await bookLines(ctx, name);
  await noteMissing(ctx, name, BACK);
  return null;
}

async function knownOf(ctx: Ctx, provider: ProviderName): Promise<Set<string>> {
  // A settlement is listed for longer than a run looks back by its payments.
  const recent = gt(settlements.readAt, sql`now() - make_interval(days => ${2 * BACK})`);
  const rows = await ctx.db
    .select({ settlement: settlements.settlement })
    .from(settlements)
    .where(and(eq(settlements.provider, provider), recent));
  return new Set(rows.map(({ settlement }) => settlement));
}

/** Money that is in no settlement yet. In any order, so that what is never settled keeps no other from being asked about. */
async function waitingAt(ctx: Ctx, provider: ProviderName): Promise<string[]> {
  const rows = await ctx.db.execute<{ transaction: string }>(sql`
    select transaction from provider_transactions t
    where provider = ${provider} and keys_id is null and part_of is null and paid_at > now() - make_interval(days => ${BACK})
      and not exists (select from settlement_lines where transaction_id = t.id)
    order by random() limit ${MOST_ASKED}`);
  return rows.map(({ transaction }) => transaction);
}

/** Money that was settled and never heard of is verified like any other: then it is in the books, mostly in suspense. */
async function askForUnknown(ctx: Ctx, provider: ProviderName, using: Providers): Promise<void> {
  const rows = await ctx.db.execute<{ transaction: string }>(sql`
    select distinct l.transaction from settlement_lines l join settlements s on s.id = l.settlement_id
    where l.transaction_id is null and s.provider = ${provider} and s.read_at > now() - make_interval(days => ${BACK})
      and not exists (select from settlement_differences where line_id = l.id and state = 'acknowledged')
    limit ${MOST_UNKNOWN}`);
  for (const { transaction } of rows)
    try {
      await verifyPayment(ctx, provider, { transaction }, using);
    } catch (error) {
      if (!(error instanceof PaymentUnanswered || error instanceof PaymentRefused)) throw error;
      log.warn("payment.unanswered", { provider, why: error.why });
    }
}
