import { desc, eq, sql } from "drizzle-orm";
import { z } from "zod";
import { inTransaction } from "#db/client";
import { notify } from "#db/listen";
import { settlementChecks, settlements } from "#db/schema/settlement";
import { recordAudit } from "#lib/audit/record-audit";
import { type Ctx, requireAdmin } from "#lib/core/context";
import { formatMoney } from "#lib/core/money/money";
import { readRows, textOf } from "#lib/core/read-rows";
import { getProviders, type Providers } from "#lib/payment/providers/configured-providers";
import type { ProviderName } from "#lib/payment/providers/provider";
import { PROVIDERS, providerLabel } from "#lib/payment/providers/providers";

/** Lists the providers with keys, how far settlements are compared, and the newest payout. Admins only. */
export async function listSettlementComparisons(ctx: Ctx, providers: Providers = getProviders()) {
  requireAdmin(ctx);
  const runs = await ctx.db.select().from(settlementChecks);
  const views = [];
  for (const name of providers.keys()) {
    const run = runs.find(({ provider }) => provider === name);
    const [last] = await ctx.db
      .select({
        settlement: settlements.settlement,
        currency: settlements.currency,
        at: sql`coalesce(${settlements.settledAt}, ${settlements.readAt})`.mapWith(settlements.readAt),
        paid: sql`coalesce(${settlements.paidOut}, (select coalesce(sum(gross - coalesce(fee, 0)), 0)::bigint
          from settlement_lines where settlement_id = ${settlements.id}))`.mapWith(settlements.paidOut),
      })
      .from(settlements)
      .where(eq(settlements.provider, name))
      .orderBy(desc(settlements.id))
      .limit(1);
    views.push({
      provider: PROVIDERS[name].label,
      comparedAt: run?.comparedAt ?? null,
      failure: run?.failure ?? null,
      last: last && { settlement: last.settlement, at: last.at, paid: formatMoney(last.paid, last.currency) },
    });
  }
  return views;
}
export type SettlementComparison = Awaited<ReturnType<typeof listSettlementComparisons>>[number];

/** The provider not compared for longest, if for more than a night, and why. Admins only. */
export async function getFailingComparison(ctx: Ctx) {
  requireAdmin(ctx);
  const [run] = await readRows(ctx.db, z.object({ provider: textOf<ProviderName>(), failure: z.string() }))`
    select provider, failure from settlement_checks
    where failure is not null and (compared_at is null or compared_at < now() - interval '36 hours')
    order by compared_at nulls first limit 1`;
  return run && { provider: providerLabel(run.provider), failure: run.failure };
}

/** Has the settlements compared now, by whichever process does the background work. Admins only. */
export async function requestSettlementComparison(ctx: Ctx): Promise<void> {
  requireAdmin(ctx, "money");
  await inTransaction(ctx, async (tx) => {
    await notify(tx.db, "settlement");
    await recordAudit(tx, { action: "settlement.checked", subject: "settlement", subjectId: "all" });
  });
}
