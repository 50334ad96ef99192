import { randomBytes } from "node:crypto";
import { and, eq, sql } from "drizzle-orm";
import { z } from "zod";
import { inTransaction } from "#db/client";
import { orders } from "#db/schema/shop";
import { record } from "#lib/audit/record";
import type { Ctx } from "#lib/core/context";
import { brokenConstraint, invalid, notFound, PortalError } from "#lib/core/error";
import { inTurn } from "#lib/core/in-turn";
import { groupedPhone } from "#lib/core/phone";
import { recipient } from "#lib/purchase/place/recipient";
import { storefrontRef } from "#lib/purchase/place/refs";
import { loadShopView, type ShopView } from "./get-shop.ts";
import type { OfferView } from "./offers.ts";
import { takeOrderSlot } from "./order-limits.ts";

const empty = (text: string | undefined) => text || null;

/** What a customer wants. */
export const OrderWish = z.object({
  slug: z.string().max(60),
  planId: z.coerce.number<string | number>().int().positive(),
  /** The recipient as a person writes it. */
  phone: z.string().max(40),
  name: z.string().trim().max(60, "Use at most 60 characters.").optional().transform(empty),
  email: z
    .union([z.literal(""), z.email("This does not look like an e-mail address.").max(254)])
    .optional()
    .transform(empty),
});
export type OrderWish = z.input<typeof OrderWish>;

export const PlaceOrderInput = OrderWish.extend({
  /** Made with the form: sent twice, it is still one order. */
  ref: z.string().regex(/^[A-Za-z0-9._-]{8,64}$/),
  /** The price that the customer saw, in minor units. */
  price: z.coerce.bigint<string | bigint>(),
  /** The question that a busy shop asked, and its answer. */
  seal: z.string().max(200).optional(),
  answer: z.string().max(40).optional(),
});
export type PlaceOrderInput = z.input<typeof PlaceOrderInput>;

interface NewOrder {
  shopId: number;
  resellerId: number;
  offer: OfferView;
  phone: string;
  asked: z.output<typeof PlaceOrderInput>;
}

/**
 * Places a customer's order at a shop. No money moves: the shop is paid by its own ways.
 * The same ref with the same wish gives the same order again. `slug` is the shop's address of today.
 * @throws not_found, invalid at a field, price_changed (facts.price), ref_reused, unavailable, rate_limited (facts.check is
 * the question to answer).
 */
export async function placeOrder(
  ctx: Ctx,
  input: PlaceOrderInput,
): Promise<{ slug: string; code: string; replayed: boolean }> {
  const asked = PlaceOrderInput.parse(input);
  const phone = recipient(asked.phone);
  const shop = await loadShopView(ctx, asked.slug);
  const { id: shopId, resellerId, slug } = shop.row;
  const seen = await findSame(ctx, shopId, asked, phone);
  if (seen) return { slug, code: seen, replayed: true };
  const offer = offerIn(shop.view, asked.planId);
  if (offer.price !== asked.price) {
    const facts = { price: offer.price };
    throw new PortalError("price_changed", "The price has changed. Nothing was ordered.", { facts });
  }
  for (let tries = 3; ; tries--) {
    const code = await insert(ctx, { shopId, resellerId, offer, phone, asked }).catch(
      async (error: unknown) => {
        // The second tap of the last order that the limit allows finds the first.
        if (!(await findSame(ctx, shopId, asked, phone))) throw error;
        return undefined;
      },
    );
    if (code) return { slug, code, replayed: false };
    const other = await findSame(ctx, shopId, asked, phone);
    if (other) return { slug, code: other, replayed: true };
    if (tries === 0) throw notFound("shop");
  }
}

/** All orders of a shop wait for one row (`takeOrderSlot`): a flood at one takes one connection of the database and no more. */
const inShopTurn = inTurn<number>();

/** The new order's code; undefined when another with its ref or reference was first, or the shop was shut. */
async function insert(
  ctx: Ctx,
  { shopId, resellerId, offer, phone, asked }: NewOrder,
): Promise<string | undefined> {
  const code = randomText(20);
  const customer: Ctx = { ...ctx, actor: { kind: "customer", resellerId } };
  const place = async (tx: Ctx) => {
    const { seal, answer = "" } = asked;
    await takeOrderSlot(tx, { shopId, phone, proof: seal ? { seal, answer } : undefined });
    const [placed] = await tx.db.execute<{ id: string }>(sql`
      insert into orders (code, shop_id, reseller_id, ref, reference, plan_id, network_id, network_name, type_name,
        size, volume, validity, phone, customer_name, customer_email, price, pay_by, delivery_ref)
      select ${code}, id, reseller_id, ${asked.ref}, ${randomText(6)}, ${offer.planId}::integer,
        ${offer.networkId}::integer, ${offer.networkName}, ${offer.typeName}, ${offer.size}, ${offer.volume},
        ${offer.validity}, ${phone}, ${asked.name}::text, ${asked.email}::text, ${offer.price}::bigint,
        now() + make_interval(mins => pay_within), ${storefrontRef(code)}
      from shops where id = ${shopId} and state = 'open' returning id`);
    if (!placed) return undefined;
    await record(tx, {
      action: "order.placed",
      subject: "order",
      subjectId: placed.id,
      resellerId,
      after: { planId: offer.planId, price: offer.price },
    });
    return code;
  };
  return inShopTurn(shopId, () => inTransaction(customer, place)).catch((error) => {
    const constraint = brokenConstraint(error);
    if (constraint === "orders_ref" || constraint === "orders_reference") return undefined;
    throw error;
  });
}

/** The code of the order that has this ref already. @throws ref_reused when it was for something else. */
async function findSame(
  ctx: Ctx,
  shopId: number,
  asked: z.output<typeof PlaceOrderInput>,
  phone: string,
): Promise<string | undefined> {
  const { code, planId, phone: orderedFor } = orders;
  const [seen] = await ctx.db
    .select({ code, planId, phone: orderedFor })
    .from(orders)
    .where(and(eq(orders.shopId, shopId), eq(orders.ref, asked.ref)));
  if (!seen) return undefined;
  if (seen.planId === asked.planId && seen.phone === phone) return seen.code;
  const words = "This form was used for an order already. Open it again for another one.";
  throw new PortalError("ref_reused", words, { facts: { code: seen.code } });
}

/** An order as it would be, to be looked at before it is placed. */
export interface OrderReview {
  offer: OfferView;
  /** Grouped for reading. */
  phone: string;
}

/** Looks at an order without placing it. @throws not_found, invalid at a field, unavailable while the shop is paused. */
export async function reviewOrder(ctx: Ctx, input: OrderWish): Promise<OrderReview> {
  const { slug, planId, phone } = OrderWish.parse(input);
  const e164 = recipient(phone);
  const { view } = await loadShopView(ctx, slug);
  return { offer: offerIn(view, planId), phone: groupedPhone(e164) };
}

/** A plan of a shop that takes orders. @throws unavailable while it is paused, invalid when it does not sell the plan. */
function offerIn({ paused, offers }: ShopView, planId: number): OfferView {
  if (paused) throw new PortalError("unavailable", paused);
  const offer = offers.find((one) => one.planId === planId);
  if (!offer) throw invalid("plan", "This plan is not sold any more. Please choose another one.");
  return offer;
}

/** Easily read aloud and typed: no i, l, o or u. */
const ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";

/** Random text of 5 bits a character. */
function randomText(length: number): string {
  return [...randomBytes(length)].map((byte) => ALPHABET[byte & 31]).join("");
}
