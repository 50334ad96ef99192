import { and, eq, sql } from "drizzle-orm";
import QRCode from "qrcode";
import { shopImages, shops } from "#db/schema/shop";
import type { Ctx } from "#lib/core/context";
import { notFoundError } from "#lib/core/error";
import { draw } from "#lib/drawing/image";
import { shopIdBySlug } from "./get-shop.ts";

/**
 * Recently drawn images by their content:
 * chats and search engines request one again and again, also at the same time.
 */
const imageCache = new Map<string, Promise<Uint8Array>>();
const MAX_CACHED_IMAGES = 100;

/** Raised with every change of `draw-share-image.ts`. */
const IMAGE_VERSION = 1;

export interface ShareImage {
  /** Changes with the image. */
  tag: string;
  /** As PNG: its logo, or the kiosk, on its colour. */
  png(): Promise<Uint8Array>;
}

/** Returns a shop's image for chats, drawn on demand. @throws not_found */
export async function getShareImage(ctx: Ctx, { slug }: { slug: string }): Promise<ShareImage> {
  const { hue, logo } = shops;
  const [shop] = await ctx.db
    .select({ hue, logo })
    .from(shops)
    .where(sql`${shops.id} = ${shopIdBySlug(slug)}`);
  if (!shop) throw notFoundError("shop");
  const tag = `${IMAGE_VERSION}-${shop.hue}-${shop.logo ?? "kiosk"}`;
  return { tag, png: () => getOrDrawImage(tag, () => drawShareImage(ctx, slug, shop)) };
}

function getOrDrawImage(tag: string, make: () => Promise<Uint8Array>): Promise<Uint8Array> {
  const before = imageCache.get(tag);
  if (before) return before;
  const made = make();
  imageCache.set(tag, made);
  made.catch(() => imageCache.delete(tag));
  const [oldest] = imageCache.keys();
  if (imageCache.size > MAX_CACHED_IMAGES && oldest !== undefined) imageCache.delete(oldest);
  return made;
}

async function drawShareImage(
  ctx: Ctx,
  slug: string,
  shop: { hue: number; logo: string | null },
): Promise<Uint8Array> {
  const logo = shop.logo ? await getShopImage(ctx, { slug, hash: shop.logo }) : new Uint8Array();
  return draw({ owner: slug, address: ctx.address }, "lib/shop/draw-share-image.ts", logo, shop.hue);
}

/** The hash by which `saveLogo` names an image. */
const HASH_PATTERN = /^[0-9a-f]{32}$/;

/** Returns a shop's logo as WebP, by the hash in its address. @throws not_found */
export async function getShopImage(
  ctx: Ctx,
  { slug, hash }: { slug: string; hash: string },
): Promise<Uint8Array> {
  if (!HASH_PATTERN.test(hash)) throw notFoundError("image");
  const [found] = await ctx.db
    .select({ bytes: shopImages.bytes })
    .from(shopImages)
    .where(and(sql`${shopImages.shopId} = ${shopIdBySlug(slug)}`, eq(shopImages.hash, hash)));
  if (!found) throw notFoundError("image");
  return found.bytes;
}

/** Draws a text as a QR code in SVG: dark on light in every theme, so that every camera reads it. */
export function renderQrCode(text: string): Promise<string> {
  return QRCode.toString(text, { type: "svg", errorCorrectionLevel: "M", margin: 2 });
}
