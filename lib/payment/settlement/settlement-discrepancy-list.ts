import { and, eq, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { z } from "zod";
import { DIFFERENCES, settlementDiscrepancies } from "#db/schema/settlement";
import { nameActors } from "#lib/audit/actor-names";
import { type Ctx, requireAdmin } from "#lib/core/context";
import { buildDayConditions } from "#lib/core/list/filter-days";
import { defineList, type RowOf } from "#lib/core/list/list";
import { formatDecimal, formatMoney } from "#lib/core/money/money";
import { SearchText } from "#lib/core/text/single-line-text";
import { Day } from "#lib/core/time/day";
import { PROVIDER_NAMES } from "#lib/payment/providers/provider";
import { providerLabel } from "#lib/payment/providers/providers";

const p = alias(settlementDiscrepancies, "p");

/** Discrepancies between settlements and the ledger, newest first; open ones by default. Admins only. */
export const settlementDiscrepancyList = defineList({
  allow: requireAdmin,
  filter: {
    kind: z.enum(DIFFERENCES),
    provider: z.enum(PROVIDER_NAMES),
    /** Open ones first, as they need a decision. */
    state: z.enum(["open", "ended", "all"]),
    /** A provider's transaction or settlement. */
    q: SearchText,
    from: Day,
    to: Day,
  },
  pageSize: 50,
  read: async (ctx, { kind, provider, state = "open", q, ...days }, slice) => {
    const rows = await ctx.db
      .select()
      .from(p)
      .where(
        and(
          state === "open" ? eq(p.state, "open") : undefined,
          state === "ended" ? sql`${p.state} <> 'open'` : undefined,
          kind && eq(p.kind, kind),
          provider && eq(p.provider, provider),
          q ? sql`(${p.transaction} = ${q} or ${p.settlement} = ${q})` : undefined,
          ...buildDayConditions(sql`${p.detectedAt}`, days),
          ...slice.conditions,
        ),
      )
      .orderBy(slice.orderBy)
      .limit(slice.limit);
    const named = await nameActors(ctx, rows, "endedBy");
    const money = (amount: bigint | null, currency: string) =>
      amount === null ? null : formatMoney(amount, currency);
    return slice.page(named, ({ lineId, transactionId, ...row }) => ({
      ...row,
      provider: providerLabel(row.provider),
      ledgerText: money(row.ledgerAmount, row.currency),
      providerText: money(row.providerAmount, row.currency),
      difference: getDifference(row),
    }));
  },
  file: {
    name: "settlement-discrepancies",
    columns: {
      number: ({ id }) => id,
      detected: ({ detectedAt }) => detectedAt,
      provider: ({ provider }) => provider,
      kind: ({ kind }) => kind,
      settlement: ({ settlement }) => settlement,
      transaction: ({ transaction }) => transaction,
      "ledger amount": ({ ledgerAmount, currency }) =>
        ledgerAmount === null ? null : formatDecimal(ledgerAmount, currency),
      "provider amount": ({ providerAmount, currency }) =>
        providerAmount === null ? null : formatDecimal(providerAmount, currency),
      currency: ({ currency }) => currency,
      state: ({ state }) => state,
      ended: ({ endedAt }) => endedAt,
      "ended by": ({ endedBy }) => endedBy,
      reason: ({ reason }) => reason,
    },
  },
});
function getDifference({
  ledgerAmount,
  providerAmount,
}: Pick<typeof settlementDiscrepancies.$inferSelect, "ledgerAmount" | "providerAmount">) {
  const difference = (ledgerAmount ?? 0n) - (providerAmount ?? 0n);
  return difference < 0n ? -difference : difference;
}

export type SettlementDiscrepancy = RowOf<typeof settlementDiscrepancyList>;

/** How many are open. Admins only. */
export async function countSettlementDiscrepancies(ctx: Ctx): Promise<number> {
  requireAdmin(ctx);
  return ctx.db.$count(settlementDiscrepancies, eq(settlementDiscrepancies.state, "open"));
}
