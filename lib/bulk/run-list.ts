import { and, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { bulkRuns } from "#db/schema/bulk";
import { requireReseller } from "#lib/core/context";
import { defineList } from "#lib/core/list";
import { viewsOf } from "./run-view.ts";

const p = alias(bulkRuns, "p");

/** The acting reseller's lists, the newest first. */
export const runList = defineList({
  allow: requireReseller,
  filter: {},
  pageSize: 10,
  read: async (ctx, _filter, slice) => {
    const { id } = requireReseller(ctx);
    const runs = await ctx.db
      .select()
      .from(p)
      .where(and(sql`p.reseller_id = ${id}`, ...slice.conditions))
      .orderBy(slice.orderBy)
      .limit(slice.limit);
    const page = slice.page(runs, (run) => run);
    return { ...page, rows: await viewsOf(ctx, page.rows) };
  },
});
