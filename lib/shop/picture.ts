import { and, eq, sql } from "drizzle-orm";
import QRCode from "qrcode";
import sharp from "sharp";
import { shopPictures, shops } from "#db/schema/shop";
import type { Ctx } from "#lib/core/context";
import { notFound } from "#lib/core/error";
import { shopIdBySlug } from "./get-shop.ts";

const SIZE = { width: 1200, height: 630 };
const LOGO = 320;

/** Pictures lately drawn, by what they show: chats and search engines ask for one again and again. */
const drawn = new Map<string, Promise<Uint8Array>>();
const KEPT = 100;

/** Changes whenever the drawing below does. */
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
  const logo = shop.logo ? await framed(await picture(ctx, { slug, hash: shop.logo })) : undefined;
  return sharp(Buffer.from(ground(shop.hue, !logo)))
    .composite(logo ? [{ input: logo, gravity: "centre" }] : [])
    .png({ compressionLevel: 9, palette: true })
    .toBuffer();
}

/** The logo with the round corners that it has in the shop. */
async function framed(logo: Uint8Array): Promise<Buffer> {
  const mask = `<svg width="${LOGO}" height="${LOGO}"><rect width="${LOGO}" height="${LOGO}" rx="64"/></svg>`;
  return sharp(logo)
    .resize(LOGO, LOGO)
    .composite([{ input: Buffer.from(mask), blend: "dest-in" }])
    .png()
    .toBuffer();
}

function ground(hue: number, withKiosk: boolean): string {
  const { width, height } = SIZE;
  const kiosk = `<g transform="translate(440 155) scale(10)">
    <path fill="#fff" d="M8 9.5h16l2 5.2a2.6 2.6 0 0 1-5.1.5 2.6 2.6 0 0 1-4.9 0 2.6 2.6 0 0 1-4.9 0 2.6 2.6 0 0 1-5.1-.5z"/>
    <path fill="none" stroke="#fff" stroke-width="2.2" stroke-linejoin="round" stroke-linecap="round" d="M9 19.6v4.9h14v-4.9"/></g>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <rect width="${width}" height="${height}" fill="hsl(${hue} 52% 40%)"/>${withKiosk ? kiosk : ""}</svg>`;
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
