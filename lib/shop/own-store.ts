import { eq } from "drizzle-orm";
import { stores } from "#db/schema/store";
import { type Ctx, requireReseller } from "#lib/core/context";
import { notFound } from "#lib/core/error";
import { type StoreView, storeView } from "./store-view.ts";

/** The acting reseller's shop; undefined before they opened one. */
export async function findOwnStore(ctx: Ctx): Promise<StoreView | undefined> {
  const { id } = requireReseller(ctx);
  const [row] = await ctx.db.select().from(stores).where(eq(stores.resellerId, id));
  return row && storeView(row);
}

/** The same, for what makes no sense without one. @throws not_found */
export async function ownStore(ctx: Ctx): Promise<StoreView> {
  const store = await findOwnStore(ctx);
  if (!store) throw notFound("shop");
  return store;
}
