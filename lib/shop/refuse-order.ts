import { sql } from "drizzle-orm";
import { z } from "zod";
import { inTransaction } from "#db/client";
import { record } from "#lib/audit/record";
import { type Ctx, requireReseller } from "#lib/core/context";
import { notFound, PortalError } from "#lib/core/error";
import { reason } from "#lib/core/reason";
import { OrderCode } from "./fields.ts";

export const RefuseOrderInput = z.object({
  code: OrderCode,
  /** Words that the customer reads. */
  reason: reason({ most: 200, ask: "Tell the customer why." }),
});
export type RefuseOrderInput = z.infer<typeof RefuseOrderInput>;

/** Refuses an unpaid order of the acting reseller. @throws not_found, conflict when it was paid meanwhile. */
export async function refuseOrder(ctx: Ctx, input: RefuseOrderInput): Promise<void> {
  const { id: resellerId } = requireReseller(ctx);
  const { code, reason: why } = RefuseOrderInput.parse(input);
  await inTransaction(ctx, async (tx) => {
    const [order] = await tx.db.execute<{ id: string; payment: string; refused: boolean }>(sql`
      with before as (
        select id, payment from orders where code = ${code} and reseller_id = ${resellerId} for update
      ), refused as (
        update orders set payment = 'refused', reason = ${why}, changed_at = now()
        from before where orders.id = before.id and before.payment in ('awaiting', 'expired') returning orders.id
      )
      select id, payment, exists (select from refused) as refused from before`);
    if (!order) throw notFound("order");
    if (!order.refused) throw new PortalError("conflict", "This order is not waiting for payment any more.");
    await record(tx, {
      action: "order.refused",
      subject: "order",
      subjectId: order.id,
      resellerId,
      reason: why,
      before: { payment: order.payment },
      after: { payment: "refused" },
    });
  });
}

export const RefuseOrdersInput = RefuseOrderInput.omit({ code: true }).extend({
  code: z
    .union([RefuseOrderInput.shape.code.transform((one) => [one]), z.array(RefuseOrderInput.shape.code)], {
      error: "Select the orders to refuse.",
    })
    .pipe(z.array(z.string()).min(1, "Select the orders to refuse.").max(100, "Refuse at most 100 at once.")),
});
export type RefuseOrdersInput = z.input<typeof RefuseOrdersInput>;

/** Why one of several orders was not refused, by its code. */
export interface NotRefused {
  code: string;
  message: string;
}

/**
 * Refuses unpaid orders of the acting reseller, each for itself: one that was paid meanwhile stays, and the rest goes on.
 * @returns how many were refused, and which were not.
 */
export async function refuseOrders(
  ctx: Ctx,
  input: RefuseOrdersInput,
): Promise<{ refused: number; not: NotRefused[] }> {
  const { code: codes, reason } = RefuseOrdersInput.parse(input);
  const not: NotRefused[] = [];
  for (const code of new Set(codes)) {
    try {
      await refuseOrder(ctx, { code, reason });
    } catch (error) {
      if (!(error instanceof PortalError) || !["not_found", "conflict"].includes(error.code)) throw error;
      not.push({ code, message: error.message });
    }
  }
  return { refused: new Set(codes).size - not.length, not };
}
