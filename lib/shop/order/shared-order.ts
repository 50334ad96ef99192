import { and, eq, sql } from "drizzle-orm";
import { orders } from "#db/schema/shop";
import type { Ctx } from "#lib/core/context";
import { notFoundError } from "#lib/core/error";
import { isEqualSecret } from "#lib/core/is-equal-secret";
import { createStatusCode } from "#lib/core/text/status-code";
import { shopIdBySlug } from "#lib/shop/get-shop";
import { type CustomerOrderView, findOrder } from "./find-order.ts";
import type { OrderDeliveryView } from "./order-view.ts";

/**
 * An order as people see it to whom its customer gave the status link.
 * It neither pays nor complains, and has no price.
 */
export interface SharedOrderView
  extends Pick<
    CustomerOrderView,
    | "reference"
    | "networkName"
    | "size"
    | "volume"
    | "validity"
    | "payment"
    | "placedAt"
    | "paidAt"
    | "tag"
    | "final"
  > {
  shop: Pick<CustomerOrderView["shop"], "slug" | "name" | "hue" | "logo" | "isReportable">;
  /** The recipient, partly hidden; null once it was deleted. */
  phone: string | null;
  /** When the payment last changed. */
  changedAt: Date;
  delivery: Pick<
    OrderDeliveryView,
    "state" | "cancelled" | "startedAt" | "sentAt" | "settledAt" | "reversedAt" | "decisionDeadline"
  > | null;
}

/** Letters and digits of a reference, then those of a digest. */
const STATUS_CODE_PATTERN = /^([0-9a-z]{6})-([0-9a-z]{26})$/;

/** Returns the order of a status link, also at a former address of its shop. @throws not_found */
export async function findSharedOrder(
  ctx: Ctx,
  { slug, status }: { slug: string; status: string },
): Promise<SharedOrderView> {
  const [, reference] = STATUS_CODE_PATTERN.exec(status) ?? [];
  if (!reference) throw notFoundError("order");
  const [row] = await ctx.db
    .select({ code: orders.code })
    .from(orders)
    .where(and(eq(orders.reference, reference), sql`${orders.shopId} = ${shopIdBySlug(slug)}`));
  if (!row || !isEqualSecret(status, createStatusCode({ reference, code: row.code })))
    throw notFoundError("order");
  return toSharedOrder(await findOrder(ctx, { slug, code: row.code }));
}

function toSharedOrder(order: CustomerOrderView): SharedOrderView {
  const { reference, networkName, size, volume, validity, payment, placedAt, paidAt, changedAt, tag, final } =
    order;
  const { slug, name, hue, logo, isReportable } = order.shop;
  return {
    reference,
    networkName,
    size,
    volume,
    validity,
    payment,
    placedAt,
    paidAt,
    changedAt,
    tag,
    final,
    phone: order.phone,
    shop: { slug, name, hue, logo, isReportable },
    delivery: order.delivery && toSharedDelivery(order.delivery),
  };
}

function toSharedDelivery(delivery: OrderDeliveryView): SharedOrderView["delivery"] {
  const { state, cancelled, startedAt, sentAt, settledAt, reversedAt, decisionDeadline } = delivery;
  return { state, cancelled, startedAt, sentAt, settledAt, reversedAt, decisionDeadline };
}
