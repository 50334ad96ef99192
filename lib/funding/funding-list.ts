import { and, count, eq, min, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { z } from "zod";
import { accounts } from "#db/schema/account";
import { fundingRequests } from "#db/schema/funding";
import { wallets } from "#db/schema/wallet";
import { nameActors } from "#lib/audit/actor-names";
import { type Ctx, requireAdmin } from "#lib/core/context";
import { defineList, type ListFilter, type ListSlice, type RowOf } from "#lib/core/list/list";
import { formatDecimal } from "#lib/core/money/money";
import { SearchText } from "#lib/core/text/single-line-text";
import { fundingColumns } from "./funding-view.ts";

const FUNDING_STATES = ["pending", "approved", "rejected"] as const;

const filter = {
  state: z.enum(FUNDING_STATES),
  /** A bank reference, or a reseller's email. */
  q: SearchText,
};

/** All funding requests, newest first. Admins only. */
export const fundingList = defineList({
  allow: requireAdmin,
  filter,
  pageSize: 50,
  read: readFundingRequests,
  file: {
    name: "bank-transfers",
    columns: {
      number: ({ id }) => id,
      requested: ({ requestedAt }) => requestedAt,
      "reseller id": ({ reseller }) => reseller.id,
      reseller: ({ reseller }) => reseller.name,
      amount: ({ amount }) => formatDecimal(amount),
      "bank reference": ({ bankReference }) => bankReference,
      state: ({ state }) => state,
      decided: ({ decidedAt }) => decidedAt,
      "decided by": ({ decidedBy }) => decidedBy,
      reason: ({ reason }) => reason,
    },
  },
});
export type FundingRequest = RowOf<typeof fundingList>;

/** The funding requests that wait, the longest first. Admins only. */
export const pendingFundingList = defineList({
  allow: requireAdmin,
  filter: {},
  order: "oldest",
  pageSize: 25,
  read: (ctx, _filter, slice) => readFundingRequests(ctx, { state: "pending" }, slice),
});

async function readFundingRequests(ctx: Ctx, { state, q }: ListFilter<typeof filter>, slice: ListSlice) {
  const p = alias(fundingRequests, "p");
  const rows = await ctx.db
    .select({
      ...fundingColumns,
      reseller: { id: p.resellerId, name: accounts.name, wallet: wallets.wallet },
      /** The admin who reviewed it; null while it is pending. */
      decidedBy: p.decidedBy,
      /** Other requests that were not rejected name the same bank reference. */
      seenBefore: sql`(
        select count(*)
        from funding_requests o
        where lower(o.bank_reference) = lower(p.bank_reference)
          and o.id <> p.id and o.state <> 'rejected')`.mapWith(Number),
    })
    .from(p)
    .innerJoin(accounts, eq(accounts.id, p.resellerId))
    .innerJoin(wallets, eq(wallets.resellerId, p.resellerId))
    .where(
      and(
        state && eq(p.state, state),
        q
          ? sql`(lower(p.bank_reference) = lower(${q})
              or p.reseller_id = (select id from accounts where lower(email) = lower(${q})))`
          : undefined,
        ...slice.conditions,
      ),
    )
    .orderBy(slice.orderBy)
    .limit(slice.limit);
  return slice.page(await nameActors(ctx, rows, "decidedBy"), (row) => row);
}

/** How many wait. Admins only. */
export async function countPendingFunding(ctx: Ctx): Promise<number> {
  return (await summarisePendingFunding(ctx)).count;
}

/** Counts the pending bank transfers, with the time of the oldest. Admins only. */
export async function summarisePendingFunding(ctx: Ctx) {
  requireAdmin(ctx);
  const [row] = await ctx.db
    .select({ count: count(), since: min(fundingRequests.requestedAt) })
    .from(fundingRequests)
    .where(eq(fundingRequests.state, "pending"));
  return { count: row?.count ?? 0, since: row?.since ?? null };
}
