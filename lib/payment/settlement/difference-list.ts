import { and, eq, gte, lt, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { z } from "zod";
import { DIFFERENCES, settlementDifferences } from "#db/schema/settlement";
import { actorNames } from "#lib/audit/actor-names";
import { type Ctx, requireAdmin } from "#lib/core/context";
import { Day } from "#lib/core/day";
import { defineList, type RowOf } from "#lib/core/list";
import { decimalText, groupedText } from "#lib/core/money";
import { endOfDay, startOfDay } from "#lib/core/time";
import { SearchText } from "#lib/core/words";
import { PROVIDER_NAMES } from "../names.ts";
import { PROVIDERS, type ProviderName } from "../provider.ts";

const p = alias(settlementDifferences, "p");

/** What settlements and the books do not agree on, newest first: what is open unless told otherwise. Admins only. */
export const differenceList = defineList({
  allow: requireAdmin,
  filter: {
    kind: z.enum(DIFFERENCES),
    provider: z.enum(PROVIDERS),
    /** What nobody has looked at yet is what one sees first. */
    state: z.enum(["open", "ended", "all"]),
    /** A provider's transaction or settlement. */
    q: SearchText,
    from: Day,
    to: Day,
  },
  pageSize: 50,
  read: async (ctx, { kind, provider, state = "open", q, from, to }, slice) => {
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
          from ? gte(p.foundAt, startOfDay(from)) : undefined,
          to ? lt(p.foundAt, endOfDay(to)) : undefined,
          ...slice.conditions,
        ),
      )
      .orderBy(slice.orderBy)
      .limit(slice.limit);
    const names = await actorNames(
      ctx,
      rows.flatMap(({ endedBy }) => endedBy ?? []),
    );
    const money = (amount: bigint | null, currency: string) =>
      amount === null ? null : `${currency} ${groupedText(amount, currency)}`;
    return slice.page(rows, ({ lineId, transactionId, endedBy, ...row }) => ({
      ...row,
      provider: PROVIDER_NAMES[row.provider as ProviderName] ?? row.provider,
      hereText: money(row.here, row.currency),
      thereText: money(row.there, row.currency),
      endedBy: endedBy && (names.get(endedBy) ?? endedBy),
    }));
  },
  file: {
    name: "settlement-differences",
    columns: {
      number: ({ id }) => id,
      found: ({ foundAt }) => foundAt,
      provider: ({ provider }) => provider,
      kind: ({ kind }) => kind,
      settlement: ({ settlement }) => settlement,
      transaction: ({ transaction }) => transaction,
      "in the books": ({ here, currency }) => (here === null ? null : decimalText(here, currency)),
      "the provider says": ({ there, currency }) => (there === null ? null : decimalText(there, currency)),
      currency: ({ currency }) => currency,
      state: ({ state }) => state,
      ended: ({ endedAt }) => endedAt,
      "ended by": ({ endedBy }) => endedBy,
      reason: ({ reason }) => reason,
    },
  },
});
export type Difference = RowOf<typeof differenceList>;

/** How many are open. Admins only. */
export async function countDifferences(ctx: Ctx): Promise<number> {
  requireAdmin(ctx);
  return ctx.db.$count(settlementDifferences, eq(settlementDifferences.state, "open"));
}
