import { z } from "zod";
import { inTransaction } from "#db/client";
import { recordAudit } from "#lib/audit/record-audit";
import type { Ctx } from "#lib/core/context";
import { formatMoney } from "#lib/core/money/money";
import { int, readRows } from "#lib/core/read-rows";
import { createNotification } from "#lib/notification/create-notification";
import { findOrder } from "./find-order.ts";

export const ReportPaymentInput = z.object({ slug: z.string().max(60), code: z.string().max(60) });
export type ReportPaymentInput = z.input<typeof ReportPaymentInput>;

/** The least time that the shop has to find a payment that its customer reports. */
const CHECK_WINDOW = "1 day";

/**
 * Tells a shop that the customer, who has the order's code, says they paid it. Moves no money and delivers
 * nothing: the shop looks into its account. The first report counts; an order that is paid or over is left.
 * @throws not_found
 */
export async function reportPayment(ctx: Ctx, input: ReportPaymentInput): Promise<void> {
  const { slug, code } = ReportPaymentInput.parse(input);
  const { reference, price } = await findOrder(ctx, { slug, code });
  await inTransaction(ctx, async (tx) => {
    const [order] = await readRows(tx.db, z.object({ id: z.string(), resellerId: int }))`
      update orders
      set
        payment_sent_at = now(), changed_at = now(),
        pay_by = greatest(pay_by, now() + ${CHECK_WINDOW}::interval)
      where code = ${code} and payment = 'awaiting' and payment_sent_at is null
      returning id, reseller_id`;
    if (!order) return;
    await createNotification(tx, {
      to: order.resellerId,
      event: "payment_sent",
      key: order.id,
      path: "/shop",
      title: `Payment sent: order ${reference}`,
      text: `Your customer says they sent ${formatMoney(price)}. Check your account, then deliver the order.`,
    });
    await recordAudit(tx, {
      action: "order.payment_sent",
      subject: "order",
      subjectId: order.id,
      resellerId: order.resellerId,
    });
  });
}
