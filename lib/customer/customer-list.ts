import { and, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { requireReseller } from "#lib/core/context";
import { defineList } from "#lib/core/list/list";
import { SearchText } from "#lib/core/text/single-line-text";
import { lastPurchaseQuery, queryCustomers } from "./customer-view.ts";
import { matchCustomer } from "./find-customers.ts";

/** Customers of the acting reseller, the newest first. */
export const customerList = defineList({
  allow: (ctx) => requireReseller(ctx, "customers"),
  filter: {
    q: SearchText,
    /** Last purchase for them: within thirty days, longer ago, or never. */
    bought: z.enum(["lately", "before", "never"]),
  },
  pageSize: 50,
  read: async (ctx, { q, bought }, slice) => {
    const conditions = [
      q && matchCustomer(q),
      bought && PURCHASE_CONDITIONS[bought],
      ...slice.conditions,
    ].filter((condition): condition is SQL => Boolean(condition));
    const rows = await queryCustomers(ctx, {
      which: and(sql`true`, ...conditions) ?? sql`true`,
      orderBy: slice.orderBy,
      limit: slice.limit,
    });
    return slice.page(rows, (row) => row);
  },
  file: {
    name: "customers",
    columns: {
      number: ({ phone }) => phone,
      name: ({ name }) => name,
      // An import reads it back by its number.
      plan: ({ usual }) => (usual && !usual.fromPurchases ? `${usual.label} #${usual.id}` : null),
      note: ({ note }) => note,
      "last bought": ({ last }) => last?.at ?? null,
    },
  },
});

const isRecentPurchase = sql`b.placed_at > now() - interval '30 days'`;
const lastPurchaseMatches = (which: SQL) => sql`exists (select from (${lastPurchaseQuery}) b where ${which})`;
const PURCHASE_CONDITIONS = {
  lately: lastPurchaseMatches(isRecentPurchase),
  before: lastPurchaseMatches(sql`not ${isRecentPurchase}`),
  never: sql`not ${lastPurchaseMatches(sql`true`)}`,
};
