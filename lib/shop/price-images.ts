import { z } from "zod";
import { getOwnAccount } from "#lib/account/own-account";
import { getCatalogue } from "#lib/catalogue/get-catalogue";
import { formatPlanSize } from "#lib/catalogue/plan-label";
import { type Ctx, requireReseller } from "#lib/core/context";
import { notFoundError } from "#lib/core/error";
import { Id } from "#lib/core/id";
import { formatMoney } from "#lib/core/money/money";
import { getPriceTerms } from "#lib/core/price-list/agent-terms";
import { NO_PRICE_LIST } from "#lib/core/price-list/stored-price-list";
import { buildShopUrl, formatShopUrl } from "#lib/core/shop-address";
import { dayOf, formatDay } from "#lib/core/time/time";
import { CARD_COLOURS, type Card, type CardItem, drawCard, getCardAccent } from "#lib/drawing/card";
import { findPriceList } from "#lib/price-list/read-price-list";
import { loadShop } from "./get-shop.ts";
import { listOffers, type OfferView } from "./list-offers.ts";
import { toPublicShopView } from "./shop-view.ts";

export const ListPriceImagesInput = z.object({
  /** Networks whose plans are shown; all when empty. */
  network: z.preprocess((value) => [value ?? []].flat(), z.array(Id).max(50)).catch([]),
});
export type ListPriceImagesInput = { network?: unknown };

interface PriceImageLine {
  /** The head of a network's part, or a plan of it. */
  kind: "head" | "plan";
  text: string;
  note: string;
  price: string;
}

export interface PriceImages {
  seller: string;
  hue: number;
  /** The shop's address without "https://"; null without a shop. */
  address: string | null;
  phone: string | null;
  networks: { id: number; name: string; chosen: boolean }[];
  pictures: PriceImageLine[][];
  /** The reseller has no price list yet. */
  needsPrices: boolean;
}

/** Lines that are readable on a phone at arm's length, with the heads of networks. */
const MAX_LINES = 16;

/** Returns the acting reseller's selling prices as images, with the address of their shop where it isn't closed. */
export async function listPriceImages(ctx: Ctx, input: ListPriceImagesInput): Promise<PriceImages> {
  const reseller = requireReseller(ctx);
  const { id } = reseller;
  const { network } = ListPriceImagesInput.parse(input);
  const [shop, list, catalogue, { name }] = await Promise.all([
    loadShop(ctx, { resellerId: id }),
    findPriceList(ctx, id),
    getCatalogue(ctx),
    getOwnAccount(ctx),
  ]);
  const face = shop && !shop.closed ? toPublicShopView(shop.row) : undefined;
  const all = listOffers({ terms: getPriceTerms(reseller), ...(list ?? NO_PRICE_LIST) }, catalogue);
  const networks = new Map(all.map((offer) => [offer.networkId, offer.networkName]));
  const networkIds = network.filter((id) => networks.has(id));
  const chosen = (id: number) => networkIds.length === 0 || networkIds.includes(id);
  return {
    seller: face?.name ?? name,
    hue: face?.hue ?? 225,
    needsPrices: !list,
    address: face ? formatShopUrl(buildShopUrl(face)) : null,
    phone: (face?.whatsapp ?? face?.phone)?.text ?? null,
    networks: [...networks].map(([id, name]) => ({ id, name, chosen: chosen(id) })),
    pictures: !list ? [] : paginateOffers(all.filter(({ networkId }) => chosen(networkId))),
  };
}

/**
 * Draws one of them as PNG, 1080 × 1920, counted from 1.
 * @throws not_found; rate_limited while another of theirs is drawn.
 */
export async function getPriceImage(ctx: Ctx, input: ListPriceImagesInput, nth: number): Promise<Buffer> {
  const { id } = requireReseller(ctx);
  const all = await listPriceImages(ctx, input);
  const lines = all.pictures[nth - 1];
  if (!lines) throw notFoundError("image");
  return drawCard({ ...ctx, owner: `${id}` }, buildPriceCard(all, lines));
}

function paginateOffers(offers: readonly OfferView[]): PriceImageLine[][] {
  const pictures: PriceImageLine[][] = [];
  for (const [network, of] of Map.groupBy(offers, ({ networkName }) => networkName)) {
    const head: PriceImageLine = { kind: "head", text: network, note: "", price: "" };
    for (const [n, { size, volume, typeName, validity, price }] of of.entries()) {
      const last = pictures.at(-1);
      const room = last ? MAX_LINES - last.length : 0;
      // A head is above at least two plans.
      const fits = room >= (n === 0 ? 3 : 1);
      const picture = fits && last ? last : [];
      if (!fits) pictures.push(picture);
      if (n === 0 || !fits) picture.push(head);
      picture.push({
        kind: "plan",
        text: formatPlanSize({ size, volume }),
        note: [typeName, validity].filter(Boolean).join(" · "),
        price: formatMoney(price),
      });
    }
  }
  return pictures;
}

const WIDTH_PX = 1080;
const HEIGHT_PX = 1920;
const EDGE_PX = 64;
const ROW_HEIGHT_PX = 86;

export function buildPriceCard(
  { seller, hue, address, phone }: Omit<PriceImages, "pictures">,
  lines: readonly PriceImageLine[],
): Card {
  const { ink, muted, line, ground } = CARD_COLOURS;
  const accent = getCardAccent(hue);
  const wide = { x: EDGE_PX, width: WIDTH_PX - 2 * EDGE_PX };
  const top = { kind: "text", color: "#ffffff", ...wide } as const;
  const items: CardItem[] = [
    { kind: "box", x: 0, y: 0, width: WIDTH_PX, height: 260, radius: 0, color: accent },
    { ...top, text: seller, y: 140, size: 68, weight: "semibold" },
    {
      ...top,
      text: `Data prices, ${formatDay(dayOf(new Date()), { weekday: false })}`,
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
      items.push({ ...row, text, x: EDGE_PX, width: 210, size: 44, weight: "semibold", color: ink });
      items.push({
        ...row,
        text: note,
        x: EDGE_PX + 226,
        width: 440,
        size: 34,
        weight: "regular",
        color: muted,
      });
      items.push({
        ...row,
        text: price,
        x: EDGE_PX + 680,
        width: wide.width - 680,
        size: 46,
        weight: "semibold",
        color: ink,
        end: true,
      });
      items.push({ kind: "box", ...wide, y: y + ROW_HEIGHT_PX - 4, height: 2, radius: 0, color: line });
    }
    y += ROW_HEIGHT_PX;
  }
  const foot = { kind: "text", ...wide } as const;
  if (address)
    items.push({ ...foot, text: address, y: HEIGHT_PX - 122, size: 44, weight: "semibold", color: accent });
  if (phone)
    items.push({ ...foot, text: phone, y: HEIGHT_PX - 64, size: 38, weight: "regular", color: muted });
  return { width: WIDTH_PX, height: HEIGHT_PX, ground, items };
}
