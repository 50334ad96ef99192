import { randomBytes, randomInt } from "node:crypto";
import { and, eq } from "drizzle-orm";
import { z } from "zod";
import { inTransaction } from "#db/client";
import { orders } from "#db/schema/shop";
import { findOtherNetworkName } from "#lib/catalogue/network-prefixes";
import type { Ctx } from "#lib/core/context";
import { getViolatedConstraint } from "#lib/core/database-error";
import { invalidError, notFoundError, PortalError } from "#lib/core/error";
import { createKeyedMutex } from "#lib/core/lane/keyed-mutex";
import { readRows } from "#lib/core/read-rows";
import { formatPhone } from "#lib/core/text/phone";
import { agreeToMessages } from "#lib/message/recipients";
import { parseRecipient } from "#lib/purchase/place/offer";
import { buildOrderRef } from "#lib/purchase/place/refs";
import { loadShopView, type ShopView } from "#lib/shop/get-shop";
import type { OfferView } from "#lib/shop/list-offers";
import { recordOrderAudit } from "#lib/shop/record-shop-audit";
import { consumeOrderSlot } from "./order-limits.ts";

const emptyToNull = (text: string | undefined) => text || null;

export const ReviewOrderInput = z.object({
  slug: z.string().max(60),
  planId: z.coerce.number<string | number>().int().positive(),
  /** The recipient as typed. */
  phone: z.string().max(40),
  name: z.string().trim().max(60, "Use at most 60 characters.").optional().transform(emptyToNull),
  email: z
    .union([z.literal(""), z.email("Enter a valid email address.").max(254)])
    .optional()
    .transform(emptyToNull),
  /** Whether the customer agrees to messages about the order, where the shop offers them. */
  messages: z.enum(["", "yes"]).default(""),
});
export type ReviewOrderInput = z.input<typeof ReviewOrderInput>;

export const PlaceOrderInput = ReviewOrderInput.extend({
  /** Created with the form: sent twice, it is still one order. */
  ref: z.string().regex(/^[A-Za-z0-9._-]{8,64}$/),
  /** The price that the customer saw, in minor units. */
  price: z.coerce.bigint<string | bigint>(),
  /** The question of a busy shop, and its answer. */
  seal: z.string().max(200).optional(),
  answer: z.string().max(40).optional(),
});
export type PlaceOrderInput = z.input<typeof PlaceOrderInput>;

interface NewOrder {
  shopId: number;
  resellerId: number;
  offer: OfferView;
  phone: string;
  /** By which the customer gets messages about it; null for none. */
  messageBy: ShopView["messageBy"];
  input: z.output<typeof PlaceOrderInput>;
}

/**
 * Places a customer's order at a shop. No money moves. The same ref with the same choice returns the same
 * order. `slug` is the shop's current address.
 * @throws not_found, invalid at a field, price_changed (facts.price), ref_reused, unavailable, rate_limited
 * (facts.check is the question to answer).
 */
export async function placeOrder(
  ctx: Ctx,
  input: PlaceOrderInput,
): Promise<{ slug: string; code: string; replayed: boolean }> {
  const order = PlaceOrderInput.parse(input);
  const phone = parseRecipient(order.phone);
  const shop = await loadShopView(ctx, order.slug);
  const { id: shopId, resellerId, slug } = shop.row;
  const seen = await findReplayedOrder(ctx, shopId, order, phone);
  if (seen) return { slug, code: seen, replayed: true };
  const offer = requireOffer(shop.view, order.planId);
  if (offer.price !== order.price) {
    const facts = { price: offer.price };
    throw new PortalError("price_changed", "The price has changed. Nothing was ordered.", { facts });
  }
  const messageBy = order.messages === "yes" ? shop.view.messageBy : null;
  for (let tries = 3; ; tries--) {
    const code = await insertOrder(ctx, { shopId, resellerId, offer, phone, messageBy, input: order }).catch(
      async (error: unknown) => {
        // A second tap on the last order within the limit must return the first order.
        if (!(await findReplayedOrder(ctx, shopId, order, phone))) throw error;
        return undefined;
      },
    );
    if (code) return { slug, code, replayed: false };
    const existingCode = await findReplayedOrder(ctx, shopId, order, phone);
    if (existingCode) return { slug, code: existingCode, replayed: true };
    if (tries === 0) throw notFoundError("shop");
  }
}

/**
 * All orders of a shop lock one row (`consumeOrderSlot`): a flood at one shop must use one database
 * connection only.
 */
const runInShopQueue = createKeyedMutex<number>();

/**
 * Inserts the order. @returns its code; undefined when its ref or reference is taken, or the shop was closed
 */
async function insertOrder(
  ctx: Ctx,
  { shopId, resellerId, offer, phone, messageBy, input }: NewOrder,
): Promise<string | undefined> {
  const code = randomText(20);
  const customer: Ctx = { ...ctx, actor: { kind: "customer", resellerId } };
  const place = async (tx: Ctx) => {
    const { seal, answer = "" } = input;
    await consumeOrderSlot(tx, { shopId, phone, proof: seal ? { seal, answer } : undefined });
    const [placed] = await readRows(tx.db, z.object({ id: z.string() }))`
      insert into orders (
        code, shop_id, reseller_id, ref, reference,
        plan_id, network_id, network_name, type_name, size, volume, validity, phone,
        customer_name, customer_email, message_by, price, pay_by, delivery_ref
      )
      select
        ${code}, id, reseller_id, ${input.ref}, ${createReference()},
        ${offer.planId}::integer, ${offer.networkId}::integer, ${offer.networkName}, ${offer.typeName},
        ${offer.size}, ${offer.volume}, ${offer.validity}, ${phone},
        ${input.name}::text, ${input.email}::text, ${messageBy}::text, ${offer.price}::bigint,
        now() + make_interval(mins => payment_window_minutes), ${buildOrderRef(code)}
      from shops
      where id = ${shopId} and state = 'open'
      returning id`;
    if (!placed) return undefined;
    if (messageBy) await agreeToMessages(tx, phone);
    await recordOrderAudit(tx, resellerId, placed.id, {
      action: "order.placed",
      after: { planId: offer.planId, price: offer.price },
    });
    return code;
  };
  return runInShopQueue(shopId, () => inTransaction(customer, place)).catch((error) => {
    const constraint = getViolatedConstraint(error);
    if (constraint === "orders_ref" || constraint === "orders_reference") return undefined;
    throw error;
  });
}

/**
 * Returns the code of the order that already has this ref. @throws ref_reused when its plan or number
 * differs.
 */
async function findReplayedOrder(
  ctx: Ctx,
  shopId: number,
  order: z.output<typeof PlaceOrderInput>,
  phone: string,
): Promise<string | undefined> {
  const { code, planId, phone: orderedFor } = orders;
  const [seen] = await ctx.db
    .select({ code, planId, phone: orderedFor })
    .from(orders)
    .where(and(eq(orders.shopId, shopId), eq(orders.ref, order.ref)));
  if (!seen) return undefined;
  if (seen.planId === order.planId && seen.phone === phone) return seen.code;
  const message = "You already ordered with this form. To order again, choose the plan again.";
  throw new PortalError("ref_reused", message, { facts: { code: seen.code } });
}

export interface OrderReview {
  offer: OfferView;
  phone: string;
  /**
   * The network that the number looks like, where it isn't the plan's. Earlier deliveries to it stay private
   * to the shop.
   */
  otherNetwork: string | null;
}

/**
 * Reviews an order without placing it. @throws not_found, invalid at a field, unavailable while the shop is
 * paused.
 */
export async function reviewOrder(ctx: Ctx, input: ReviewOrderInput): Promise<OrderReview> {
  const { slug, planId, phone } = ReviewOrderInput.parse(input);
  const e164 = parseRecipient(phone);
  const { view } = await loadShopView(ctx, slug);
  const offer = requireOffer(view, planId);
  const sold = view.offers.map(({ networkName }) => networkName);
  return {
    offer,
    phone: formatPhone(e164),
    otherNetwork: findOtherNetworkName(offer.networkName, e164, sold),
  };
}

/**
 * Returns a plan of a shop that takes orders. @throws unavailable while it is paused, invalid when it does
 * not sell the plan.
 */
function requireOffer({ paused, undelivered, offers }: ShopView, planId: number): OfferView {
  if (paused) throw new PortalError("unavailable", paused);
  const offer = offers.find((candidate) => candidate.planId === planId);
  if (offer) return offer;
  const problem =
    undelivered.length > 0
      ? `This plan can’t be ordered. Not delivered right now: ${undelivered.join(", ")}.`
      : "This plan isn’t for sale any more.";
  throw invalidError("plan", `${problem} Nothing was ordered. Choose another plan.`);
}

/** Easily read aloud: without 0, 1, i, l, o and u. */
const REFERENCE_ALPHABET = "23456789abcdefghjkmnpqrstvwxyz";

const createReference = (): string =>
  Array.from({ length: 6 }, () => REFERENCE_ALPHABET[randomInt(REFERENCE_ALPHABET.length)]).join("");

const CODE_ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";

/** Returns random text of 5 bits a character. */
function randomText(length: number): string {
  return [...randomBytes(length)].map((byte) => CODE_ALPHABET[byte & 31]).join("");
}
