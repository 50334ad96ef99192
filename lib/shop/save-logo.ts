import { createHash } from "node:crypto";
import { and, eq, ne, sql } from "drizzle-orm";
import { inTransaction } from "#db/client";
import { shopImages, shops } from "#db/schema/shop";
import { type Ctx, requireReseller } from "#lib/core/context";
import { redrawImage } from "#lib/drawing/image";
import { recordShopAudit } from "./record-shop-audit.ts";
import { getOwnShop } from "./shop-view.ts";

const LOGO_SIZE_PX = 320;

/**
 * Sets or removes the logo of the acting reseller's shop. The image is drawn again as a small square, so that
 * no metadata of the file, such as the place or camera, is stored.
 * @throws not_found without a shop; invalid at `picture` when it isn't an image;
 * rate_limited while another is read.
 */
export async function saveLogo(ctx: Ctx, picture: Uint8Array | null): Promise<void> {
  const { id } = requireReseller(ctx);
  if (picture) await getOwnShop(ctx);
  const bytes =
    picture &&
    (await redrawImage({ ...ctx, owner: `${id}` }, picture, {
      width: LOGO_SIZE_PX,
      height: LOGO_SIZE_PX,
      fit: "cover",
    }));
  const hash = bytes && createHash("sha256").update(bytes).digest("hex").slice(0, 32);
  await inTransaction(ctx, async (tx) => {
    const shop = await getOwnShop(tx);
    await tx.db.execute(sql`select from shops where id = ${shop.id} for update`);
    if (bytes && hash)
      await tx.db.insert(shopImages).values({ shopId: shop.id, hash, bytes }).onConflictDoNothing();
    await tx.db.update(shops).set({ logo: hash, updatedAt: sql`now()` }).where(eq(shops.id, shop.id));
    await tx.db
      .delete(shopImages)
      .where(and(eq(shopImages.shopId, shop.id), ne(shopImages.hash, hash ?? "")));
    await recordShopAudit(tx, id, shop.slug, { action: "shop.logo", after: { hash } });
  });
}
