import { and, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { requireReseller } from "#lib/core/context";
import { defineList } from "#lib/core/list";
import { SearchText } from "#lib/core/words";
import { lastBought, readCustomers } from "./customer-view.ts";
import { found } from "./find-customers.ts";

/** The acting reseller's customers, the newest first. */
export const customerList = defineList({
  allow: requireReseller,
  filter: {
    /** A part of a name, a note or a number. */
    q: SearchText,
    /** When something was bought for them last: within thirty days, longer ago, or never. */
    bought: z.enum(["lately", "before", "never"]),
  },
  pageSize: 50,
  read: async (ctx, { q, bought }, slice) => {
    const conditions = [q && found(q), bought && BOUGHT[bought], ...slice.conditions].filter(
      (one): one is SQL => Boolean(one),
    );
    const rows = await readCustomers(ctx, {
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
      plan: ({ usual, planId }) => usual && `${usual.label} #${planId}`,
      note: ({ note }) => note,
      "last bought": ({ last }) => last?.at ?? null,
    },
  },
});

const lately = sql`b.placed_at > now() - interval '30 days'`;
const last = (which: SQL) => sql`exists (select from (${lastBought}) b where ${which})`;
const BOUGHT = {
  lately: last(lately),
  before: last(sql`not ${lately}`),
  never: sql`not ${last(sql`true`)}`,
};
