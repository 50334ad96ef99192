import { eq } from "drizzle-orm";
import { shops } from "#db/schema/shop";
import { type Ctx, requireAdmin, requireReseller } from "#lib/core/context";
import { notFound } from "#lib/core/error";
import { groupedPhone } from "#lib/core/phone";
import { type PaymentWay, PaymentWays } from "./payment-way.ts";

/** How a shop is reached. */
export interface ContactView {
  /** Grouped for reading. */
  text: string;
  e164: string;
}

/** What everyone may see of a shop. */
export interface ShopFace {
  slug: string;
  name: string;
  note: string;
  phone: ContactView | null;
  whatsapp: ContactView | null;
  hue: number;
  /** The address of its logo, or null. */
  logo: string | null;
}

/** A shop as its owner sees it. */
export interface OwnShopView extends ShopFace {
  id: number;
  state: "open" | "paused" | "closed";
  /** An admin closed it: its owner cannot open it again. */
  closedByAdmin: boolean;
  payments: PaymentWay[];
  /** Minutes that an order waits for its payment. */
  payWithin: number;
  /** Minor units that prices by rule are rounded up to a multiple of. */
  rounding: bigint;
}

type ShopRow = typeof shops.$inferSelect;

export function faceOf(row: ShopRow): ShopFace {
  const { slug, name, note, hue, logo } = row;
  return {
    ...{ slug, name, note, hue },
    phone: contact(row.phone),
    whatsapp: contact(row.whatsapp),
    logo: logo && `/s/${slug}/picture/${logo}`,
  };
}

export function ownShopView(row: ShopRow): OwnShopView {
  const { id, state, closedBy, payWithin, rounding } = row;
  return {
    ...faceOf(row),
    ...{ id, state, payWithin, rounding },
    closedByAdmin: closedBy === "admin",
    payments: PaymentWays.parse(row.payments),
  };
}

function contact(e164: string | null): ContactView | null {
  return e164 === null ? null : { text: groupedPhone(e164), e164 };
}

/** The acting reseller's shop; undefined before they opened one. */
export async function findOwnShop(ctx: Ctx): Promise<OwnShopView | undefined> {
  const { id } = requireReseller(ctx);
  const [row] = await ctx.db.select().from(shops).where(eq(shops.resellerId, id));
  return row && ownShopView(row);
}

/** The same, for what makes no sense without one. @throws not_found */
export async function ownShop(ctx: Ctx): Promise<OwnShopView> {
  const shop = await findOwnShop(ctx);
  if (!shop) throw notFound("shop");
  return shop;
}

/** A reseller's shop, if they opened one. Admins only. */
export async function shopOf(
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
