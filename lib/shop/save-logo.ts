import { createHash } from "node:crypto";
import { and, eq, ne, sql } from "drizzle-orm";
import { inTransaction } from "#db/client";
import { shopPictures, shops } from "#db/schema/shop";
import { record } from "#lib/audit/record";
import { type Ctx, requireReseller } from "#lib/core/context";
import { redraw } from "#lib/core/picture";
import { ownShop } from "./shop-view.ts";

const SIDE = 320;

/**
 * Makes a picture the logo of the acting reseller's shop, or takes the logo away. It is drawn anew as a
 * small square: nothing of the file itself, no place and no camera, is kept.
 * @throws not_found without a shop; invalid at `picture` when it is none; rate_limited while another of theirs is read.
 */
export async function saveLogo(ctx: Ctx, picture: Uint8Array | null): Promise<void> {
  const { id } = requireReseller(ctx);
  if (picture) await ownShop(ctx);
  const bytes = picture && (await redraw(id, picture, { width: SIDE, height: SIDE, fit: "cover" }));
  const hash = bytes && createHash("sha256").update(bytes).digest("hex").slice(0, 32);
  await inTransaction(ctx, async (tx) => {
    const shop = await ownShop(tx);
    await tx.db.execute(sql`select from shops where id = ${shop.id} for update`);
    if (bytes && hash)
      await tx.db.insert(shopPictures).values({ shopId: shop.id, hash, bytes }).onConflictDoNothing();
    await tx.db.update(shops).set({ logo: hash, updatedAt: sql`now()` }).where(eq(shops.id, shop.id));
    await tx.db
      .delete(shopPictures)
      .where(and(eq(shopPictures.shopId, shop.id), ne(shopPictures.hash, hash ?? "")));
    await record(tx, {
      action: "shop.logo",
      subject: "shop",
      subjectId: shop.slug,
      resellerId: id,
      after: { hash },
    });
  });
}
