import { and, max } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { upstreamAdjustments } from "#db/schema/reconcile";
import { nameActors } from "#lib/audit/actor-names";
import { type Ctx, requireAdmin } from "#lib/core/context";
import { defineList, type RowOf } from "#lib/core/list/list";
import { formatDecimal } from "#lib/core/money/money";

/** Moves of the upstream's balance, newest first: top-ups positive, spending negative. Admins only. */
export const upstreamDepositList = defineList({
  allow: requireAdmin,
  filter: {},
  pageSize: 25,
  read: async (ctx, _filter, slice) => {
    const p = alias(upstreamAdjustments, "p");
    const rows = await ctx.db
      .select()
      .from(p)
      .where(and(...slice.conditions))
      .orderBy(slice.orderBy)
      .limit(slice.limit);
    const named = await nameActors(ctx, rows, "actor");
    return slice.page(named, ({ actor, ...row }) => ({ ...row, actorName: actor }));
  },
  file: {
    name: "supplier-deposits",
    columns: {
      number: ({ id }) => id,
      recorded: ({ at }) => at,
      amount: ({ amount }) => formatDecimal(amount),
      earliest: ({ earliest }) => earliest,
      latest: ({ latest }) => latest,
      reason: ({ reason }) => reason,
      "recorded by": ({ actorName }) => actorName,
    },
  },
});
export type UpstreamDeposit = RowOf<typeof upstreamDepositList>;

/** Gets the id of the last recorded upstream deposit or correction; 0 when there is none. Admins only. */
export async function getLastUpstreamAdjustmentId(ctx: Ctx): Promise<number> {
  requireAdmin(ctx);
  const [row] = await ctx.db.select({ last: max(upstreamAdjustments.id) }).from(upstreamAdjustments);
  return row?.last ?? 0;
}
