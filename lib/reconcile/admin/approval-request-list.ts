import { and, eq, isNull, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { z } from "zod";
import { accounts } from "#db/schema/account";
import { purchases } from "#db/schema/purchase";
import { approvalRequests } from "#db/schema/reconcile";
import { SETTINGS_CHANGES } from "#lib/audit/approval-request";
import { type Ctx, formatActor, requireAdmin } from "#lib/core/context";
import { defineList, type RowOf } from "#lib/core/list/list";

const ChangeFacts = z.record(z.string(), z.unknown()).catch({});
/** Requests made by an earlier version lack it. */
const SettingsChange = z.object({
  change: z.enum(SETTINGS_CHANGES).nullable().catch(null),
  of: z.string().optional().catch(undefined),
  before: ChangeFacts,
  after: ChangeFacts,
});

/** Approval requests, oldest first. Amounts in minor units. Admins only. */
export const approvalRequestList = defineList({
  allow: requireAdmin,
  filter: {},
  order: "oldest",
  pageSize: 25,
  read: async (ctx, _filter, slice) => {
    const p = alias(approvalRequests, "p");
    const proposer = alias(accounts, "proposer");
    const reseller = alias(accounts, "reseller");
    const rows = await ctx.db
      .select({
        id: p.id,
        kind: p.kind,
        amount: sql`coalesce(${p.amount}, ${purchases.price})`.mapWith(p.amount),
        /** The reseller of the money; null for a change of settings. */
        reseller: { id: reseller.id, name: reseller.name },
        ident: purchases.ident,
        /** As what that is to be settled. */
        outcome: p.outcome,
        /** The supplier that delivered it, where it was unknown. */
        supplier: sql<string | null>`(
          select name
          from suppliers
          where suppliers.id::text = p.input ->> 'supplier' and p.kind = 'settle')`,
        /** For money in suspense: its provider is to send it back. */
        byProvider: sql<boolean>`coalesce(p.input ? 'refund', false)`,
        /** Where it waits for what its proposer moved before, of how much and above which sum of a day. */
        day: { moved: p.singleAdminTotal, above: p.singleAdminLimit },
        /** Of a change of the rules: which, and the facts that change. */
        input: p.input,
        /** For a role: the admin who is to get it. */
        whose: sql<string | null>`(
          select name
          from accounts
          where p.input ->> 'change' = 'role' and id = (p.input -> 'wanted' ->> 'id')::bigint)`,
        reason: p.reason,
        by: proposer.name,
        requestedBy: p.requestedBy,
        at: p.requestedAt,
      })
      .from(p)
      .innerJoin(proposer, eq(proposer.id, p.requestedBy))
      .leftJoin(purchases, eq(purchases.id, p.purchaseId))
      .leftJoin(reseller, sql`${reseller.id} = coalesce(${p.resellerId}, ${purchases.resellerId})`)
      .where(and(isNull(p.endedAt), ...slice.conditions))
      .orderBy(slice.orderBy)
      .limit(slice.limit);
    const viewer = formatActor(ctx.actor);
    return slice.page(rows, ({ requestedBy, day, input, ...row }) => ({
      ...row,
      day: day.moved !== null && day.above !== null ? { moved: day.moved, above: day.above } : null,
      change: row.kind === "settings" ? SettingsChange.parse(input) : null,
      own: `admin:${requestedBy}` === viewer,
    }));
  },
});
export type ApprovalRequest = RowOf<typeof approvalRequestList>;

/** Counts pending approval requests. Admins only. */
export async function countApprovalRequests(ctx: Ctx): Promise<number> {
  requireAdmin(ctx);
  return ctx.db.$count(approvalRequests, isNull(approvalRequests.endedAt));
}
