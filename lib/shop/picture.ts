import { and, eq, sql } from "drizzle-orm";
import { shopPictures } from "#db/schema/shop";
import type { Ctx } from "#lib/core/context";
import { notFound } from "#lib/core/error";
import { shopAt } from "./at-address.ts";

/** How `saveLogo` names a picture. */
const HASH = /^[0-9a-f]{32}$/;

/** A shop's picture as WebP, by the hash in its address. @throws not_found */
export async function picture(ctx: Ctx, { slug, hash }: { slug: string; hash: string }): Promise<Uint8Array> {
  if (!HASH.test(hash)) throw notFound("picture");
  const [found] = await ctx.db
    .select({ bytes: shopPictures.bytes })
    .from(shopPictures)
    .where(and(sql`${shopPictures.shopId} = ${shopAt(slug)}`, eq(shopPictures.hash, hash)));
  if (!found) throw notFound("picture");
  return found.bytes;
}
