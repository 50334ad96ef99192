import { type SQL, sql } from "drizzle-orm";
import { type Ctx, requireBuyer } from "#lib/core/context";
import { notFound, PortalError } from "#lib/core/error";
import { recipient } from "#lib/purchase/place/recipient";
import { fromRow, type PurchaseRow, purchaseColumns } from "#lib/purchase/read/columns";
import { programList } from "#lib/purchase/read/program-list";
import type { PurchaseView } from "#lib/purchase/read/view";
import type { Book, Order } from "../book.ts";
import { TEXTS } from "../texts.ts";
import { asPurchases } from "./as-purchases.ts";
import { placeTest } from "./place-test.ts";
import { TEST_MONEY } from "./test-money.ts";

/** Purchases of test tokens: kept apart, never charged, never sent. */
export const testBook: Book = {
  buy: async (ctx, order) => {
    const phone = recipient(order.phone);
    const known = await byRef(ctx, order.ref);
    const isNew = !known && (await placeTest(ctx, order, phone));
    const purchase = known ?? (await byRef(ctx, order.ref));
    if (!purchase) throw new Error("A test purchase was not written.");
    if (!isNew) checkSame(purchase, order, phone);
    return { purchase, replayed: !isNew, otherPrice: false };
  },
  outcome: async (_ctx, purchase) => purchase,
  find: async (ctx, ref) => {
    const purchase = (await byRef(ctx, ref)) ?? (await one(ctx, sql`p.ident = ${ref}`));
    if (!purchase) throw notFound("purchase");
    return purchase;
  },
  list: (ctx, query) => programList(ctx, query, asPurchases()),
  balance: async () => ({ wallet: TEST_MONEY, held: 0n }),
};

const byRef = (ctx: Ctx, ref: string) => one(ctx, sql`p.ref = ${ref}`);

async function one(ctx: Ctx, condition: SQL): Promise<PurchaseView | undefined> {
  const [row] = await ctx.db.execute<PurchaseRow>(sql`
    select ${purchaseColumns(sql`p`)} from ${asPurchases()} p
    where p.reseller_id = ${requireBuyer(ctx).id} and ${condition}`);
  return row && fromRow(row);
}

function checkSame(purchase: PurchaseView, order: Order, phone: string): void {
  const { planId, networkId, phoneE164 } = purchase;
  if (planId === order.planId && networkId === order.networkId && phoneE164 === phone) return;
  throw new PortalError("ref_reused", TEXTS.invalid, { fields: { ref: [TEXTS.refReused] } });
}
