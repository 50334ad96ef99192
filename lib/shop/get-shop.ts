import { getTableColumns, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { decodeRow, prepareQuery } from "#db/prepare-query";
import { shopSlugs, shops } from "#db/schema/shop";
import { selectIsReachable } from "#lib/account/operator-contact";
import { selectSellers } from "#lib/account/reseller/select-reseller";
import type { Catalogue } from "#lib/catalogue/catalogue";
import { getCatalogue } from "#lib/catalogue/get-catalogue";
import { listUnavailable } from "#lib/catalogue/list-plans";
import type { Ctx } from "#lib/core/context";
import { notFoundError } from "#lib/core/error";
import { getPriceTerms, PRICE_TERMS_COLUMNS } from "#lib/core/price-list/agent-terms";
import type { PriceTerms } from "#lib/core/price-list/price-terms";
import { NO_PRICE_LIST, type PriceList, StoredPriceList } from "#lib/core/price-list/stored-price-list";
import { parseRow, textOf } from "#lib/core/read-rows";
import { selectShopHost } from "#lib/core/shop-address";
import type { Medium } from "#lib/message/providers/message-provider";
import { selectRenewals, selectShopMedium } from "#lib/message/shop-messages";
import { listPausedTypes } from "#lib/outage/list-paused-types";
import { selectPriceList } from "#lib/price-list/read-price-list";
import { acceptsPurchases } from "#lib/purchase/place/accepts-purchases";
import { listOffers, type OfferView } from "./list-offers.ts";
import { ShopPaymentMethods } from "./payment-method.ts";
import { ShopSlug } from "./shop-fields.ts";
import { type PublicShopView, type ShopRow, toPublicShopView } from "./shop-view.ts";

/** A shop as a customer sees it. `slug` is its current address, also when a former one led to it. */
export interface ShopView extends PublicShopView {
  /** The reason, for customers, that it takes no orders now; null when it takes orders. */
  paused: string | null;
  /** The networks and plan types that can't be ordered now: "Glo", "MTN SME". */
  undelivered: string[];
  /** Plans that can be ordered now; empty while it is paused because plans are unavailable. */
  offers: OfferView[];
  pays: ("bank" | "mobile_money" | "cash")[];
  /** Minutes that an order waits for its payment. */
  paymentWindowMinutes: number;
  /** By which customers may get messages about their orders; null for none. */
  messageBy: Medium | null;
  /** Whether these also tell them the day before their bundle ends. */
  renewals: boolean;
}

/** Returns the shop at an address, for anyone. @throws not_found when there is none, or it is closed. */
export async function getShop(ctx: Ctx, input: { slug: string }): Promise<ShopView> {
  return (await loadShopView(ctx, input.slug)).view;
}

/** Returns the view with its row, for this module. */
export async function loadShopView(ctx: Ctx, slug: string): Promise<{ row: Shop["row"]; view: ShopView }> {
  const [shop, catalogue] = await Promise.all([loadShop(ctx, { slug }), getCatalogue(ctx)]);
  if (!shop || shop.closed) throw notFoundError("shop");
  const served = shop.accepting && catalogue.fresh;
  const view = {
    ...toPublicShopView(shop.row),
    paused: getPauseReason(shop, served),
    undelivered: served && shop.maySell ? await listUndelivered(ctx, shop, catalogue) : [],
    offers: served && shop.maySell ? listOffers(shop, catalogue) : [],
    pays: ShopPaymentMethods.parse(shop.row.payments).map((method) => method.kind),
    paymentWindowMinutes: shop.row.paymentWindowMinutes,
    messageBy: shop.messageBy,
    renewals: shop.renewals,
  };
  return { row: shop.row, view };
}

/** Lists what an admin turned off or an outage stops: customers would look for it in vain. */
async function listUndelivered(ctx: Ctx, { terms }: Shop, catalogue: Catalogue): Promise<string[]> {
  const off = listUnavailable(catalogue).flatMap(({ what }) => what ?? []);
  const paused = await listPausedTypes(ctx, terms, catalogue);
  return [...off, ...paused.map(({ what }) => what)];
}

function getPauseReason({ row, maySell }: Shop, served: boolean): string | null {
  if (row.state === "paused" || !maySell) return "The shop isn’t taking orders right now. Come back later.";
  if (!served) return "Data can’t be delivered right now. Come back a little later.";
  return null;
}

/** A shop's contact details, also while it is closed. */
export interface ShopContact extends Pick<PublicShopView, "slug" | "host" | "name" | "phone" | "whatsapp"> {
  closed: boolean;
}

/**
 * Returns the contact of the shop at an address, for anyone; undefined without one.
 * A shop that an admin closed shows no contact.
 */
export async function getShopContact(ctx: Ctx, input: { slug: string }): Promise<ShopContact | undefined> {
  const shop = await loadShop(ctx, input);
  if (!shop) return undefined;
  const { slug, host, name, phone, whatsapp } = toPublicShopView(shop.row);
  const reached = shop.row.closedBy === "admin" ? { phone: null, whatsapp: null } : { phone, whatsapp };
  return { slug, host, name, ...reached, closed: shop.closed };
}

/** A shop with everything that decides its prices. */
interface Shop extends PriceList {
  row: ShopRow;
  /** By what the prices that its owner pays are set. */
  terms: PriceTerms;
  maySell: boolean;
  /** Purchases are taken at all. */
  accepting: boolean;
  /** It is closed, or its owner's account is. */
  closed: boolean;
  messageBy: Medium | null;
  renewals: boolean;
}

/** Returns the shop at an address, current or former, or of an owner, for any caller; or undefined. */
export async function loadShop(
  ctx: Ctx,
  which: { slug: string } | { resellerId: number },
): Promise<Shop | undefined> {
  if ("slug" in which && !isSlug(which.slug)) return undefined;
  const [found] = await ("slug" in which
    ? shopBySlugQuery(ctx.db, which)
    : shopByResellerQuery(ctx.db, which));
  if (!found) return undefined;
  const { host, isReportable, prices, level, agent, ...offer } = parseRow(OfferRow, [found]);
  const row = { ...decodeRow<typeof shops.$inferSelect>(getTableColumns(shops), found), host, isReportable };
  return { ...offer, terms: getPriceTerms({ level, agent }), row, ...(prices ?? NO_PRICE_LIST) };
}

/** The columns beside those of the shop. */
const OfferRow = z.object({
  host: z.string().nullable(),
  isReportable: z.boolean(),
  ...PRICE_TERMS_COLUMNS,
  maySell: z.boolean(),
  accepting: z.boolean(),
  closed: z.boolean(),
  messageBy: textOf<Medium>().nullable(),
  renewals: z.boolean(),
  prices: StoredPriceList.nullable(),
});

/** Prepared: runs with every order and each view of a price list. */
const shopBySlugQuery = prepareQuery<{ slug: string }>(
  ({ slug }) => sql`${shopWithPricesSql()} where ${shops.id} = ${shopIdSql(slug)}`,
);
const shopByResellerQuery = prepareQuery<{ resellerId: number }>(
  ({ resellerId }) => sql`${shopWithPricesSql()} where ${shops.resellerId} = ${resellerId}`,
);

const shopWithPricesSql = () => sql`
  select
    ${sql.join(Object.values(getTableColumns(shops)), sql`, `)}, ${selectShopHost("shops")} as host,
    ${selectIsReachable()} as is_reportable,
    seller.level, seller.agent, seller.may_sell as may_sell,
    ${acceptsPurchases("order")} as accepting, seller.closed or ${shops.state} = 'closed' as closed,
    ${selectShopMedium(sql`${shops.id}`)} as message_by,
    ${selectRenewals(sql`${shops.id}`)} as renewals,
    ${selectPriceList(sql`${shops.resellerId}`)} as prices
  from ${shops}
  join (${selectSellers()}) seller on seller.id = ${shops.resellerId}`;

/** Selects whether a customer ordered in a reseller's shop. */
export const hasOrders = (resellerId: SQL): SQL =>
  sql`exists (select from orders where reseller_id = ${resellerId})`;

/** Builds a query for the id of the shop that has or had this address; no row for an impossible address. */
export const shopIdBySlug = (slug: string): SQL => shopIdSql(isSlug(slug) ? sql`${slug}` : sql`null`);

const shopIdSql = (slug: SQL) =>
  sql`(select ${shopSlugs.shopId} from ${shopSlugs} where ${shopSlugs.slug} = ${slug})`;

const isSlug = (slug: string) => ShopSlug.safeParse(slug).data === slug;
