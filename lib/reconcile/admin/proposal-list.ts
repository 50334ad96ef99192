import { and, eq, isNull, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { z } from "zod";
import { accounts } from "#db/schema/account";
import { purchases } from "#db/schema/purchase";
import { decisions } from "#db/schema/reconcile";
import { actorName, type Ctx, requireAdmin } from "#lib/core/context";
import { defineList, type RowOf } from "#lib/core/list";

const Facts = z.record(z.string(), z.unknown()).catch({});
/** What a version before proposed has nothing of this. */
const Change = z.object({
  change: z.enum(["rules", "role", "permissions", "instructions"]).nullable().catch(null),
  ...{ before: Facts, after: Facts },
});

/** What one admin wants to do with money and another has to confirm, the longest first. Amounts in minor units. Admins only. */
export const proposalList = defineList({
  allow: requireAdmin,
  filter: {},
  order: "oldest",
  pageSize: 25,
  read: async (ctx, _filter, slice) => {
    const p = alias(decisions, "p");
    const proposer = alias(accounts, "proposer");
    const reseller = alias(accounts, "reseller");
    const rows = await ctx.db
      .select({
        id: p.id,
        kind: p.kind,
        amount: sql`coalesce(${p.amount}, ${purchases.price})`.mapWith(p.amount),
        /** Whose money it is; null for a change of the rules. */
        reseller: { id: reseller.id, name: reseller.name },
        /** The purchase that it is about. */
        ident: purchases.ident,
        /** As what that is to be settled. */
        outcome: p.outcome,
        /** For money in suspense: its provider is to send it back. */
        byProvider: sql<boolean>`coalesce(p.input ? 'refund', false)`,
        /** Where it waits for what its proposer moved before, of how much and above which sum of a day. */
        day: { moved: p.dayMoved, above: p.dayAbove },
        /** Of a change of the rules: which, and the facts that change. */
        input: p.input,
        /** Of a role that somebody is to get: who. */
        whose: sql<
          string | null
        >`(select name from accounts where p.input ->> 'change' = 'role' and id = (p.input ->> 'id')::bigint)`,
        reason: p.reason,
        by: proposer.name,
        proposedBy: p.proposedBy,
        at: p.proposedAt,
      })
      .from(p)
      .innerJoin(proposer, eq(proposer.id, p.proposedBy))
      .leftJoin(purchases, eq(purchases.id, p.purchaseId))
      .leftJoin(reseller, sql`${reseller.id} = coalesce(${p.resellerId}, ${purchases.resellerId})`)
      .where(and(isNull(p.endedAt), ...slice.conditions))
      .orderBy(slice.orderBy)
      .limit(slice.limit);
    const viewer = actorName(ctx.actor);
    return slice.page(rows, ({ proposedBy, day, input, ...row }) => ({
      ...row,
      day: day.moved !== null && day.above !== null ? { moved: day.moved, above: day.above } : null,
      change: row.kind === "settings" ? Change.parse(input) : null,
      /** Whoever looks proposed it. */
      own: `admin:${proposedBy}` === viewer,
    }));
  },
});
export type WaitingProposal = RowOf<typeof proposalList>;

/** How many wait for a second admin. Admins only. */
export async function countProposals(ctx: Ctx): Promise<number> {
  requireAdmin(ctx);
  return ctx.db.$count(decisions, isNull(decisions.endedAt));
}
