import { and } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { batches } from "#db/schema/batch";
import { requireReseller } from "#lib/core/context";
import { defineList } from "#lib/core/list/list";
import { listBatchViews } from "./batch-view.ts";
import { isOwnBatch } from "./own-batch.ts";

const p = alias(batches, "p");

/** The acting reseller's batches, or those that the acting helper made, newest first. */
export const batchList = defineList({
  allow: (ctx) => requireReseller(ctx, "batches"),
  filter: {},
  pageSize: 10,
  read: async (ctx, _filter, slice) => {
    const rows = await ctx.db
      .select()
      .from(p)
      .where(and(isOwnBatch(ctx, p), ...slice.conditions))
      .orderBy(slice.orderBy)
      .limit(slice.limit);
    const page = slice.page(rows, (row) => row);
    return { ...page, rows: await listBatchViews(ctx, page.rows) };
  },
});
