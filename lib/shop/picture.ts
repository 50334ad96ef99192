import { and, eq, sql } from "drizzle-orm";
import QRCode from "qrcode";
import { shopPictures, shops } from "#db/schema/shop";
import type { Ctx } from "#lib/core/context";
import { notFound } from "#lib/core/error";
import { drawApart } from "#lib/core/picture";
import { shopIdBySlug } from "./get-shop.ts";

/** Pictures lately drawn, by what they show: chats and search engines ask for one again and again. */
const drawn = new Map<string, Promise<Uint8Array>>();
const KEPT = 100;

/** Changes whenever `draw-share-picture.ts` does. */
const DRAWING = 1;

/** The picture that a shop's link shows in a chat. */
export interface SharePicture {
  /** Changes whenever the picture does. */
  tag: string;
  /** As PNG: its logo, or the kiosk, on its colour. */
  png(): Promise<Uint8Array>;
}

/** A shop's picture for chats, drawn when it is asked for. @throws not_found */
export async function sharePicture(ctx: Ctx, { slug }: { slug: string }): Promise<SharePicture> {
  const { hue, logo } = shops;
  const [shop] = await ctx.db
    .select({ hue, logo })
    .from(shops)
    .where(sql`${shops.id} = ${shopIdBySlug(slug)}`);
  if (!shop) throw notFound("shop");
  const tag = `${DRAWING}-${shop.hue}-${shop.logo ?? "kiosk"}`;
  return { tag, png: () => kept(tag, () => draw(ctx, slug, shop)) };
}

function kept(tag: string, make: () => Promise<Uint8Array>): Promise<Uint8Array> {
  const before = drawn.get(tag);
  if (before) return before;
  const made = make();
  drawn.set(tag, made);
  made.catch(() => drawn.delete(tag));
  const [oldest] = drawn.keys();
  if (drawn.size > KEPT && oldest !== undefined) drawn.delete(oldest);
  return made;
}

async function draw(ctx: Ctx, slug: string, shop: { hue: number; logo: string | null }): Promise<Uint8Array> {
  const logo = shop.logo ? await picture(ctx, { slug, hash: shop.logo }) : new Uint8Array();
  return drawApart("lib/shop/draw-share-picture.ts", logo, shop.hue);
}

/** How `saveLogo` names a picture. */
const HASH = /^[0-9a-f]{32}$/;

/** A shop's picture as WebP, by the hash in its address. @throws not_found */
export async function picture(ctx: Ctx, { slug, hash }: { slug: string; hash: string }): Promise<Uint8Array> {
  if (!HASH.test(hash)) throw notFound("picture");
  const [found] = await ctx.db
    .select({ bytes: shopPictures.bytes })
    .from(shopPictures)
    .where(and(sql`${shopPictures.shopId} = ${shopIdBySlug(slug)}`, eq(shopPictures.hash, hash)));
  if (!found) throw notFound("picture");
  return found.bytes;
}

/** A text as a QR code, drawn as SVG: dark on light whatever the theme, so that every camera reads it. */
export function qrCode(text: string): Promise<string> {
  return QRCode.toString(text, { type: "svg", errorCorrectionLevel: "M", margin: 2 });
}
