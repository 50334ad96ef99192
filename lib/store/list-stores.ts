import { desc, sql } from "drizzle-orm";
import { orders, stores } from "#db/schema/store";
import { sellers } from "#lib/account/sellers";
import { type Ctx, requireAdmin } from "#lib/core/context";

/** A shop as an admin sees it. */
export interface AdminStoreView {
  id: number;
  slug: string;
  name: string;
  owner: { name: string; email: string };
  state: "open" | "paused" | "closed";
  closedByAdmin: boolean;
  orders: number;
  createdAt: Date;
}

/** Every shop, newest first. Admins only. */
export async function listStores(ctx: Ctx): Promise<AdminStoreView[]> {
  requireAdmin(ctx);
  const rows = await ctx.db
    .select({
      store: stores,
      name: sql<string>`seller.name`,
      email: sql<string>`seller.email`,
      orders: sql<string>`(select count(*) from ${orders} where ${orders.storeId} = ${stores.id})`,
    })
    .from(stores)
    .innerJoin(sql`(${sellers()}) seller`, sql`seller.id = ${stores.resellerId}`)
    .orderBy(desc(stores.id))
    .limit(500);
  return rows.map(({ store, name, email, orders: count }) => ({
    id: store.id,
    slug: store.slug,
    name: store.name,
    owner: { name, email },
    state: store.state,
    closedByAdmin: store.closedBy === "admin",
    orders: Number(count),
    createdAt: store.createdAt,
  }));
}
