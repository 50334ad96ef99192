import { z } from "zod";
import { inTransaction } from "#db/client";
import { type Ctx, requireReseller } from "#lib/core/context";
import { conflictError, notFoundError, PortalError } from "#lib/core/error";
import { readRows } from "#lib/core/read-rows";
import { reasonSchema } from "#lib/core/text/reason";
import { recordOrderAudit } from "#lib/shop/record-shop-audit";
import { OrderCode } from "#lib/shop/shop-fields";

export const RejectOrderInput = z.object({
  code: OrderCode,
  /** For the customer. */
  reason: reasonSchema({ most: 200, ask: "Enter a reason for the customer." }),
});
export type RejectOrderInput = z.infer<typeof RejectOrderInput>;

/** Rejects an unpaid order of the acting reseller. @throws not_found, conflict when it was paid meanwhile. */
export async function rejectOrder(ctx: Ctx, input: RejectOrderInput): Promise<void> {
  const { id: resellerId } = requireReseller(ctx);
  const { code, reason } = RejectOrderInput.parse(input);
  await inTransaction(ctx, async (tx) => {
    const [order] = await readRows(
      tx.db,
      z.object({ id: z.string(), payment: z.string(), rejected: z.boolean() }),
    )`
      with before as (
        select id, payment
        from orders
        where code = ${code} and reseller_id = ${resellerId}
        for update
      ),
      rejected as (
        update orders
        set payment = 'rejected', reason = ${reason}, changed_at = now()
        from before
        where orders.id = before.id and before.payment in ('awaiting', 'expired')
        returning orders.id
      )
      select id, payment, exists (select from rejected) as rejected from before`;
    if (!order) throw notFoundError("order");
    if (!order.rejected)
      throw conflictError("This order isn’t awaiting payment any more. Nothing was changed.");
    await recordOrderAudit(tx, resellerId, order.id, {
      action: "order.rejected",
      reason,
      before: { payment: order.payment },
      after: { payment: "rejected" },
    });
  });
}

export const RejectOrdersInput = RejectOrderInput.omit({ code: true }).extend({
  code: z
    .union([RejectOrderInput.shape.code.transform((code) => [code]), z.array(RejectOrderInput.shape.code)], {
      error: "Select the orders to reject.",
    })
    .pipe(
      z
        .array(z.string())
        .min(1, "Select the orders to reject.")
        .max(100, "Reject at most 100 orders at once."),
    ),
});
export type RejectOrdersInput = z.input<typeof RejectOrdersInput>;

export interface OrderRejectionFailure {
  code: string;
  message: string;
}

/**
 * Rejects unpaid orders of the acting reseller, each in its own transaction: orders paid meanwhile stay.
 * @returns the number of rejected orders, and the failures.
 */
export async function rejectOrders(
  ctx: Ctx,
  input: RejectOrdersInput,
): Promise<{ rejected: number; not: OrderRejectionFailure[] }> {
  const { code: codes, reason } = RejectOrdersInput.parse(input);
  const not: OrderRejectionFailure[] = [];
  for (const code of new Set(codes)) {
    try {
      await rejectOrder(ctx, { code, reason });
    } catch (error) {
      if (!(error instanceof PortalError) || !["not_found", "conflict"].includes(error.code)) throw error;
      not.push({ code, message: error.message });
    }
  }
  return { rejected: new Set(codes).size - not.length, not };
}
