import { eq } from "drizzle-orm";
import { shops } from "#db/schema/shop";
import { type Ctx, requireAdmin } from "#lib/core/context";

/** A reseller's shop, if they opened one. Admins only. */
export async function shopOf(
  ctx: Ctx,
  { resellerId }: { resellerId: number },
): Promise<{ slug: string; name: string; state: "open" | "paused" | "closed" } | undefined> {
  requireAdmin(ctx);
  const { slug, name, state } = shops;
  const [shop] = await ctx.db
    .select({ slug, name, state })
    .from(shops)
    .where(eq(shops.resellerId, resellerId));
  return shop;
}
