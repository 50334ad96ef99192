import { z } from "zod";
import { ownAccount } from "#lib/account/own-account";
import { current } from "#lib/catalogue/current";
import { CARD_COLOURS, type Card, type CardItem, cardAccent, drawCard } from "#lib/core/card";
import { type Ctx, requireReseller } from "#lib/core/context";
import { env } from "#lib/core/env";
import { notFound } from "#lib/core/error";
import { parsePercent } from "#lib/core/markup";
import { formatMoney, parseMoney } from "#lib/core/money";
import { dayOf, sayDay } from "#lib/core/time";
import { loadShop } from "./get-shop.ts";
import { type OfferView, offersOf } from "./offers.ts";
import type { RetailPolicy } from "./retail.ts";
import { faceOf } from "./shop-view.ts";

/** The markup of who has no shop: "10%", or an amount of money, up to a hundred times a price. */
const Markup = z
  .string()
  .trim()
  .max(20)
  .transform((text, check): RetailPolicy["rules"][number] => {
    const percent = text.endsWith("%") ? parsePercent(text) : undefined;
    const money = percent === undefined ? parseMoney(text) : undefined;
    const scope = { networkId: null, typeName: null, planId: null };
    if (percent !== undefined) return { ...scope, kind: "percent", value: percent };
    if (money !== undefined && money >= 0n && money <= 100_000_000n)
      return { ...scope, kind: "flat", value: money };
    check.addIssue("Write per cent, such as 10%, or an amount, such as 50.");
    return z.NEVER;
  });

const Id = z.coerce.number<string | number>().int().positive();

export const PricePicturesInput = z.object({
  /** The networks whose plans are shown; all when none is named. */
  network: z.preprocess((value) => [value ?? []].flat(), z.array(Id).max(50)).catch([]),
  markup: Markup.optional().catch(undefined),
});
export type PricePicturesInput = { network?: unknown; markup?: unknown };

interface Line {
  /** The head of a network's part, or a plan of it. */
  kind: "head" | "plan";
  text: string;
  note: string;
  price: string;
}

export interface PricePictures {
  seller: string;
  hue: number;
  /** The shop's address without "https://"; null without a shop. */
  address: string | null;
  phone: string | null;
  networks: { id: number; name: string; chosen: boolean }[];
  /** What each picture shows. */
  pictures: Line[][];
  /** Without a shop it takes a markup, and none that makes sense was named. */
  needsMarkup: boolean;
}

/** So many lines are read on a phone at arm's length; the head of a network takes one too. */
const LINES = 16;

/** The acting reseller's prices for customers as pictures: those of their shop, or theirs with a markup. */
export async function pricePictures(ctx: Ctx, input: PricePicturesInput): Promise<PricePictures> {
  const { id, level } = requireReseller(ctx);
  const { network, markup } = PricePicturesInput.parse(input);
  const [shop, catalogue, { name }] = await Promise.all([
    loadShop(ctx, { resellerId: id }),
    current(ctx),
    ownAccount(ctx),
  ]);
  const open = shop && !shop.closed ? shop : undefined;
  const face = open && faceOf(open.row);
  const policy = { rules: markup ? [markup] : [], own: new Map(), rounding: 1n };
  const all = offersOf(open ?? { level, policy, hidden: new Set() }, catalogue);
  const networks = new Map(all.map((offer) => [offer.networkId, offer.networkName]));
  const known = network.filter((one) => networks.has(one));
  const chosen = (one: number) => known.length === 0 || known.includes(one);
  const needsMarkup = !open && !markup;
  return {
    ...{ seller: face?.name ?? name, hue: face?.hue ?? 225, needsMarkup },
    address: face ? new URL(`/s/${face.slug}`, env().NEXTAUTH_URL).href.replace(/^https?:\/\//, "") : null,
    phone: (face?.whatsapp ?? face?.phone)?.text ?? null,
    networks: [...networks].map(([id, name]) => ({ id, name, chosen: chosen(id) })),
    pictures: needsMarkup ? [] : picturesOf(all.filter(({ networkId }) => chosen(networkId))),
  };
}

/** One of them as PNG, 1080 × 1920, counted from 1. @throws not_found; rate_limited while another of theirs is drawn. */
export async function pricePicture(ctx: Ctx, input: PricePicturesInput, nth: number): Promise<Buffer> {
  const { id } = requireReseller(ctx);
  const all = await pricePictures(ctx, input);
  const lines = all.pictures[nth - 1];
  if (!lines) throw notFound("picture");
  return drawCard(`${id}`, priceCard(all, lines));
}

function picturesOf(offers: readonly OfferView[]): Line[][] {
  const pictures: Line[][] = [];
  for (const [network, of] of Map.groupBy(offers, ({ networkName }) => networkName)) {
    const head: Line = { kind: "head", text: network, note: "", price: "" };
    for (const [n, { size, volume, typeName, validity, price }] of of.entries()) {
      const last = pictures.at(-1);
      const room = last ? LINES - last.length : 0;
      // A head stands above two plans at least.
      const fits = room >= (n === 0 ? 3 : 1);
      const picture = fits && last ? last : [];
      if (!fits) pictures.push(picture);
      if (n === 0 || !fits) picture.push(head);
      picture.push({
        kind: "plan",
        text: `${size} ${volume}`,
        note: [typeName, validity].filter(Boolean).join(" · "),
        price: formatMoney(price).replace(/\.00$/, ""),
      });
    }
  }
  return pictures;
}

const WIDTH = 1080;
const HEIGHT = 1920;
const EDGE = 64;
const ROW = 86;

/** What stands where on a picture of prices. */
export function priceCard(
  { seller, hue, address, phone }: Omit<PricePictures, "pictures">,
  lines: readonly Line[],
): Card {
  const { ink, muted, line, ground } = CARD_COLOURS;
  const accent = cardAccent(hue);
  const wide = { x: EDGE, width: WIDTH - 2 * EDGE };
  const top = { kind: "text", color: "#ffffff", ...wide } as const;
  const items: CardItem[] = [
    { kind: "box", x: 0, y: 0, width: WIDTH, height: 260, radius: 0, color: accent },
    { ...top, text: seller, y: 140, size: 68, weight: "semibold" },
    {
      ...top,
      text: `Data prices, ${sayDay(dayOf(new Date()), { weekday: false })}`,
      y: 206,
      size: 38,
      weight: "regular",
    },
  ];
  let y = 290;
  for (const { kind, text, note, price } of lines) {
    const row = { kind: "text", y: y + 56 } as const;
    if (kind === "head") {
      items.push({ ...row, ...wide, text, size: 46, weight: "semibold", color: accent });
    } else {
      items.push({ ...row, text, x: EDGE, width: 210, size: 44, weight: "semibold", color: ink });
      items.push({
        ...row,
        text: note,
        x: EDGE + 226,
        width: 440,
        size: 34,
        weight: "regular",
        color: muted,
      });
      items.push({
        ...row,
        text: price,
        x: EDGE + 680,
        width: wide.width - 680,
        size: 46,
        weight: "semibold",
        color: ink,
        end: true,
      });
      items.push({ kind: "box", ...wide, y: y + ROW - 4, height: 2, radius: 0, color: line });
    }
    y += ROW;
  }
  const foot = { kind: "text", ...wide } as const;
  if (address)
    items.push({ ...foot, text: address, y: HEIGHT - 122, size: 44, weight: "semibold", color: accent });
  if (phone) items.push({ ...foot, text: phone, y: HEIGHT - 64, size: 38, weight: "regular", color: muted });
  return { width: WIDTH, height: HEIGHT, ground, items };
}
