import { and, eq, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { z } from "zod";
import { accounts } from "#db/schema/account";
import { entries, journals } from "#db/schema/ledger";
import { nameActors } from "#lib/audit/actor-names";
import { requireAdmin } from "#lib/core/context";
import { buildDayConditions } from "#lib/core/list/filter-days";
import { defineList, type RowOf } from "#lib/core/list/list";
import { formatDecimal } from "#lib/core/money/money";
import { SearchText } from "#lib/core/text/single-line-text";
import { Day } from "#lib/core/time/day";

export const MANUAL_ADJUSTMENT_KINDS = ["credit", "debit", "claw_back", "correction"] as const;

/** Manual adjustments of all wallets; in minor units, below zero when money left the wallet. Admins only. */
export const manualAdjustmentList = defineList({
  allow: requireAdmin,
  filter: {
    kind: z.enum(MANUAL_ADJUSTMENT_KINDS),
    /** A reseller's email. */
    q: SearchText,
    from: Day,
    to: Day,
  },
  pageSize: 50,
  read: async (ctx, { kind, q, ...days }, slice) => {
    const p = alias(journals, "p");
    const rows = await ctx.db
      .select({
        id: p.id,
        at: p.at,
        reseller: { id: p.resellerId, name: accounts.name },
        kind: sql<(typeof MANUAL_ADJUSTMENT_KINDS)[number]>`${p.kind}`,
        amount: entries.amount,
        balance: entries.balance,
        reason: p.reason,
        actor: p.actor,
      })
      .from(p)
      .innerJoin(entries, and(eq(entries.journalId, p.id), eq(entries.account, "wallet")))
      .innerJoin(accounts, eq(accounts.id, p.resellerId))
      .where(
        and(
          // In the words of the partial index.
          sql`p.kind in ('credit', 'debit', 'claw_back', 'correction')`,
          kind && eq(p.kind, kind),
          q ? sql`p.reseller_id = (select id from accounts where lower(email) = lower(${q}))` : undefined,
          ...buildDayConditions(sql`${p.at}`, days),
          ...slice.conditions,
        ),
      )
      .orderBy(slice.orderBy)
      .limit(slice.limit);
    const named = await nameActors(ctx, rows, "actor");
    return slice.page(named, ({ actor, ...move }) => ({ ...move, actorName: actor }));
  },
  file: {
    name: "manual-adjustments",
    columns: {
      entry: ({ id }) => id,
      at: ({ at }) => at,
      "reseller id": ({ reseller }) => reseller.id,
      reseller: ({ reseller }) => reseller.name,
      kind: ({ kind }) => kind,
      amount: ({ amount }) => formatDecimal(amount),
      balance: ({ balance }) => formatDecimal(balance),
      "recorded by": ({ actorName }) => actorName,
      reason: ({ reason }) => reason,
    },
  },
});
export type ManualAdjustment = RowOf<typeof manualAdjustmentList>;
