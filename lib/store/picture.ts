import { and, eq } from "drizzle-orm";
import { storePictures, stores } from "#db/schema/store";
import type { Ctx } from "#lib/core/context";
import { notFound } from "#lib/core/error";

/** A shop's picture as WebP, by the hash in its address. @throws not_found */
export async function picture(ctx: Ctx, { slug, hash }: { slug: string; hash: string }): Promise<Uint8Array> {
  const [found] = await ctx.db
    .select({ bytes: storePictures.bytes })
    .from(storePictures)
    .innerJoin(stores, eq(stores.id, storePictures.storeId))
    .where(and(eq(stores.slug, slug), eq(storePictures.hash, hash)));
  if (!found) throw notFound("picture");
  return found.bytes;
}
