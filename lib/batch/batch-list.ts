import { and, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { batches } from "#db/schema/batch";
import { requireReseller } from "#lib/core/context";
import { defineList } from "#lib/core/list/list";
import { listBatchViews } from "./batch-view.ts";

const p = alias(batches, "p");

/** The acting reseller's batches, newest first. */
export const batchList = defineList({
  allow: requireReseller,
  filter: {},
  pageSize: 10,
  read: async (ctx, _filter, slice) => {
    const { id } = requireReseller(ctx);
    const rows = await ctx.db
      .select()
      .from(p)
      .where(and(sql`p.reseller_id = ${id}`, ...slice.conditions))
      .orderBy(slice.orderBy)
      .limit(slice.limit);
    const page = slice.page(rows, (row) => row);
    return { ...page, rows: await listBatchViews(ctx, page.rows) };
  },
});
