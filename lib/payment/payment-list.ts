import { and, eq, isNull, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { z } from "zod";
import { accounts } from "#db/schema/account";
import { payments } from "#db/schema/payment";
import { requireAdmin } from "#lib/core/context";
import { buildDayConditions } from "#lib/core/list/filter-days";
import { defineList, type RowOf } from "#lib/core/list/list";
import { formatDecimal } from "#lib/core/money/money";
import { SearchText } from "#lib/core/text/single-line-text";
import { Day } from "#lib/core/time/day";
import { paymentColumns } from "./payment-view.ts";

const p = alias(payments, "p");

/** All payments online, newest first; amounts in minor units. Admins only. */
export const paymentList = defineList({
  allow: requireAdmin,
  filter: {
    state: z.enum(["started", "paid", "review", "failed", "expired"]),
    /** Our reference, the provider's transaction, or a reseller's email. */
    q: SearchText,
    from: Day,
    to: Day,
  },
  key: p.reference,
  pageSize: 50,
  read: async (ctx, { state, q, ...days }, slice) => {
    const rows = await ctx.db
      .select({
        ...paymentColumns,
        id: p.id,
        reseller: { id: p.resellerId, name: accounts.name },
      })
      .from(p)
      .innerJoin(accounts, eq(accounts.id, p.resellerId))
      .where(
        and(
          // A payment into a reseller's own account isn't the operator's.
          isNull(p.keysId),
          state && eq(p.state, state),
          q
            ? sql`(p.reference = ${q}
                or p.id in (select payment_id from provider_transactions where transaction = ${q})
                or p.reseller_id = (select id from accounts where lower(email) = lower(${q})))`
            : undefined,
          ...buildDayConditions(sql`${p.startedAt}`, days),
          ...slice.conditions,
        ),
      )
      .orderBy(slice.orderBy)
      .limit(slice.limit);
    return slice.page(rows, (row) => row);
  },
  file: {
    name: "online-payments",
    columns: {
      reference: ({ reference }) => reference,
      started: ({ startedAt }) => startedAt,
      "reseller id": ({ reseller }) => reseller.id,
      reseller: ({ reseller }) => reseller.name,
      provider: ({ provider }) => provider,
      amount: ({ amount }) => formatDecimal(amount),
      state: ({ state }) => state,
      ended: ({ endedAt }) => endedAt,
      credited: ({ credited }) => (credited === null ? null : formatDecimal(credited)),
    },
  },
});
export type ListedPayment = RowOf<typeof paymentList>;
