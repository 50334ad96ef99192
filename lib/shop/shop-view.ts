import { eq, getTableColumns, sql } from "drizzle-orm";
import { shops } from "#db/schema/shop";
import { selectIsReachable } from "#lib/account/operator-contact";
import { type Ctx, requireAdmin, requireReseller } from "#lib/core/context";
import { notFoundError } from "#lib/core/error";
import { type ShopAddress, selectShopHost } from "#lib/core/shop-address";
import { formatPhone } from "#lib/core/text/phone";
import { type ShopPaymentMethod, ShopPaymentMethods } from "./payment-method.ts";

export interface ContactView {
  /** Grouped for reading. */
  text: string;
  e164: string;
}

export interface PublicShopView extends ShopAddress {
  name: string;
  note: string;
  phone: ContactView | null;
  whatsapp: ContactView | null;
  hue: number;
  logo: string | null;
  /** Whether the operator has a contact for reports about it. */
  isReportable: boolean;
}

/** A shop as its owner sees it. */
export interface OwnShopView extends PublicShopView {
  id: number;
  state: "open" | "paused" | "closed";
  /** An admin closed it: its owner cannot open it again. */
  closedByAdmin: boolean;
  payments: ShopPaymentMethod[];
  /** Minutes that an order waits for its payment. */
  paymentWindowMinutes: number;
  /** An order paid online whose plan isn’t delivered then is refunded, instead of kept until it is. */
  refundsInOutage: boolean;
}

export const shopColumns = {
  ...getTableColumns(shops),
  host: selectShopHost("shops"),
  isReportable: sql<boolean>`${selectIsReachable()}`,
};

export type ShopRow = typeof shops.$inferSelect & Pick<PublicShopView, "host" | "isReportable">;

export function toPublicShopView(row: ShopRow): PublicShopView {
  const { slug, host, name, note, hue, logo, isReportable } = row;
  return {
    slug,
    host,
    name,
    note,
    hue,
    isReportable,
    phone: toContactView(row.phone),
    whatsapp: toContactView(row.whatsapp),
    logo: logo && `/s/${slug}/picture/${logo}`,
  };
}

export function toOwnShopView(row: ShopRow): OwnShopView {
  const { id, state, closedBy, paymentWindowMinutes, refundsInOutage } = row;
  return {
    ...toPublicShopView(row),
    id,
    state,
    paymentWindowMinutes,
    refundsInOutage,
    closedByAdmin: closedBy === "admin",
    payments: ShopPaymentMethods.parse(row.payments),
  };
}

function toContactView(e164: string | null): ContactView | null {
  return e164 === null ? null : { text: formatPhone(e164), e164 };
}

/** Returns the acting reseller's shop; undefined before they opened one. */
export async function findOwnShop(ctx: Ctx): Promise<OwnShopView | undefined> {
  const { id } = requireReseller(ctx);
  const [row] = await ctx.db.select(shopColumns).from(shops).where(eq(shops.resellerId, id));
  return row && toOwnShopView(row);
}

/** Returns the acting reseller's shop. @throws not_found without one */
export async function getOwnShop(ctx: Ctx): Promise<OwnShopView> {
  const shop = await findOwnShop(ctx);
  if (!shop) throw notFoundError("shop");
  return shop;
}

/** Returns a reseller's shop, if they opened one. Admins only. */
export async function findShopOfReseller(
  ctx: Ctx,
  { resellerId }: { resellerId: number },
): Promise<{ slug: string; name: string; state: "open" | "paused" | "closed" } | undefined> {
  requireAdmin(ctx);
  const { slug, name, state } = shops;
  const [shop] = await ctx.db
    .select({ slug, name, state })
    .from(shops)
    .where(eq(shops.resellerId, resellerId));
  return shop;
}
