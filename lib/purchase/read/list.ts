import { and, type SQL, sql } from "drizzle-orm";
import { type Ctx, requireBuyer } from "#lib/core/context";
import { defineList, type Filter } from "#lib/core/list";
import { called, money, phone, plain, time, words } from "#lib/core/written";
import { p, purchaseColumns, purchaseView } from "./columns.ts";
import { listConditions, ownPurchaseFilter } from "./filter.ts";

/** The acting reseller's purchases, newest first. */
export const ownPurchaseList = defineList({
  allow: requireBuyer,
  filter: ownPurchaseFilter,
  pageSize: 50,
  read: async (ctx, filter, slice) => {
    const rows = await ctx.db
      .select(purchaseColumns)
      .from(p)
      .where(and(...(await conditions(ctx, filter)), ...slice.conditions))
      .orderBy(slice.orderBy)
      .limit(slice.limit);
    return slice.page(rows, purchaseView);
  },
  file: {
    name: "purchases",
    written: async (ctx, filter) => ({
      from: sql`purchases p`,
      conditions: await conditions(ctx, filter),
      // Where the portal made it up, it tells nobody anything.
      cells: purchaseCells({
        "your reference": words(sql`case when ${p.channel} = 'api' then ${p.ref} end`),
      }),
    }),
  },
});

async function conditions(ctx: Ctx, filter: Filter<typeof ownPurchaseFilter>): Promise<SQL[]> {
  const { id } = requireBuyer(ctx);
  return [sql`p.reseller_id = ${id}`, ...(await listConditions(ctx, filter, false))];
}

/** The cells of a file of purchases. @param ref that of the buyer's own name for one, under its head. */
export const purchaseCells = <Ref extends Record<string, SQL>>(ref: Ref) => ({
  bought: time(p.placedAt),
  reference: plain(p.ident),
  ...ref,
  state: called(sql`coalesce(${p.ending}, ${p.state})`, STATES),
  network: words(p.networkName),
  plan: words(sql`(${p.size} || ' ' || ${p.volume})`),
  type: words(p.typeName),
  lasts: words(p.validity),
  number: phone(p.phone),
  price: money(p.price),
  ended: time(p.settledAt),
  note: words(p.outcome),
});

/** How it ended, or where it is, in people's words. */
const STATES = {
  queued: "On its way",
  sending: "On its way",
  unconfirmed: "Not confirmed yet",
  delivered: "Delivered",
  failed: "Failed, money back",
  cancelled: "Cancelled",
  reversed: "Reversed",
};
