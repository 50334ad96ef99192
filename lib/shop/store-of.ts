import { eq } from "drizzle-orm";
import { stores } from "#db/schema/store";
import { type Ctx, requireAdmin } from "#lib/core/context";

/** A reseller's shop, if they opened one. Admins only. */
export async function storeOf(
  ctx: Ctx,
  { resellerId }: { resellerId: number },
): Promise<{ slug: string; name: string; state: "open" | "paused" | "closed" } | undefined> {
  requireAdmin(ctx);
  const { slug, name, state } = stores;
  const [store] = await ctx.db
    .select({ slug, name, state })
    .from(stores)
    .where(eq(stores.resellerId, resellerId));
  return store;
}
