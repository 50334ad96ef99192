import { sql } from "drizzle-orm";
import { z } from "zod";
import { inTransaction } from "#db/client";
import { type Ctx, requireReseller } from "#lib/core/context";
import { conflictError } from "#lib/core/error";
import { isMeaningfulText } from "#lib/core/text/reason";
import { findPurchaseById } from "#lib/purchase/read/get-purchase";
import { recordOrderAudit } from "#lib/shop/record-shop-audit";
import { OrderCode } from "#lib/shop/shop-fields";
import { lockOrder } from "./deliver-order.ts";
import { refundOrderPayment } from "./fulfil-paid-orders.ts";

export const RefundOrderInput = z.object({
  code: OrderCode,
  /** For the customer; optional. */
  reason: z
    .string()
    .trim()
    .max(200, "Use at most 200 characters.")
    .refine((text) => text === "" || isMeaningfulText(text), "Enter a few words, or leave this empty.")
    .default(""),
});
export type RefundOrderInput = z.input<typeof RefundOrderInput>;

/**
 * Refunds an order of the acting reseller's shop: in full through the provider when it was paid online, otherwise
 * records the refund outside of the portal. Open to a helper with that permission.
 * @throws not_found, conflict while the data is on its way or was delivered.
 */
export async function refundOrder(ctx: Ctx, input: RefundOrderInput): Promise<void> {
  const { id: resellerId } = requireReseller(ctx, "refund");
  const { code, reason } = RefundOrderInput.parse(input);
  await inTransaction(ctx, async (tx) => {
    const order = await lockOrder(tx, resellerId, code);
    const bought = order.purchaseId ? await findPurchaseById(tx, order.purchaseId) : undefined;
    const undelivered = !bought || bought.state === "failed" || bought.state === "reversed";
    if (order.payment !== "received" || !undelivered)
      throw conflictError("This order has changed. Check it and try again.");
    await tx.db.execute(sql`
      update orders set payment = 'refunded', reason = ${reason || null}, changed_at = now(), due_at = case
        when exists (select from payments where order_id = ${order.id} and state = 'paid') then now() end
      where id = ${order.id}`);
    await refundOrderPayment(tx, order, { mayOwe: false });
    await recordOrderAudit(tx, resellerId, order.id, {
      action: "order.refunded",
      reason: reason || undefined,
      before: { payment: "received" },
      after: { payment: "refunded" },
    });
  });
}
