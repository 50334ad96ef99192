import { and, eq, sql } from "drizzle-orm";
import { z } from "zod";
import { inTransaction } from "#db/client";
import { orders } from "#db/schema/shop";
import { record } from "#lib/audit/record";
import { type Ctx, requireReseller } from "#lib/core/context";
import { notFound, PortalError } from "#lib/core/error";
import { saysSomething } from "#lib/core/reason";
import { findById } from "#lib/purchase/read/get";
import { OrderCode } from "./fields.ts";
import { lockSeller } from "./lock-seller.ts";
import { sendBack } from "./look-after-paid.ts";

export const RefundOrderInput = z.object({
  code: OrderCode,
  /** Words that the customer reads; none are needed. */
  reason: z
    .string()
    .trim()
    .max(200, "Use at most 200 characters.")
    .refine((words) => words === "" || saysSomething(words), "Say it in a few words, or leave it empty.")
    .default(""),
});
export type RefundOrderInput = z.input<typeof RefundOrderInput>;

/**
 * Gives the money of an order back: what was paid online goes back by the provider, the whole of it; of what was not, this
 * notes that the acting reseller gave it back outside the portal.
 * @throws not_found, conflict while the data is on its way or was delivered.
 */
export async function refundOrder(ctx: Ctx, input: RefundOrderInput): Promise<void> {
  const { id: resellerId } = requireReseller(ctx);
  const { code, reason } = RefundOrderInput.parse(input);
  await inTransaction(ctx, async (tx) => {
    await lockSeller(tx, resellerId);
    const [order] = await tx.db
      .select()
      .from(orders)
      .where(and(eq(orders.code, code), eq(orders.resellerId, resellerId)))
      .for("update");
    if (!order) throw notFound("order");
    const bought = order.purchaseId ? await findById(tx, order.purchaseId) : undefined;
    const undelivered = !bought || bought.state === "failed" || bought.state === "reversed";
    if (order.payment !== "received" || !undelivered)
      throw new PortalError("conflict", "This order has moved on. Look at it again.");
    await tx.db.execute(sql`
      update orders set payment = 'refunded', reason = ${reason || null}, changed_at = now(), next_look_at = case
        when exists (select from payments where order_id = ${order.id} and state = 'paid') then now() end
      where id = ${order.id}`);
    await sendBack(tx, order);
    await record(tx, {
      action: "order.refunded",
      subject: "order",
      subjectId: order.id,
      resellerId,
      reason: reason || undefined,
      before: { payment: "received" },
      after: { payment: "refunded" },
    });
  });
}
