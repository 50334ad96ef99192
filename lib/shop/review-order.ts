import { z } from "zod";
import type { Ctx } from "#lib/core/context";
import { PortalError } from "#lib/core/error";
import { groupedPhone } from "#lib/core/phone";
import { recipient } from "#lib/purchase/place/recipient";
import { wrong } from "./fields.ts";
import type { OfferView } from "./offers.ts";
import { visitedShop } from "./visit.ts";

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
  const { view } = await visitedShop(ctx, slug);
  if (view.paused) throw new PortalError("unavailable", view.paused);
  const offer = view.offers.find((one) => one.planId === planId);
  if (!offer) throw wrong("plan", "This plan is not sold any more. Please choose another one.");
  return { offer, phone: groupedPhone(e164) };
}
