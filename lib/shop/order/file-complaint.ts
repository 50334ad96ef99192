import { z } from "zod";
import { inTransaction } from "#db/client";
import { SYMPTOMS } from "#db/schema/delivery-issue";
import { complaintBucket, consumeAttempt } from "#lib/account/throttle";
import { recordAudit } from "#lib/audit/record-audit";
import type { Ctx } from "#lib/core/context";
import { conflictError } from "#lib/core/error";
import { int, readRows } from "#lib/core/read-rows";
import { createNotification } from "#lib/notification/create-notification";
import { findOrder } from "./find-order.ts";

export const FileComplaintInput = z.object({
  slug: z.string().max(60),
  code: z.string().max(60),
  symptom: z.enum(SYMPTOMS, "Choose what you see."),
  details: z.string().trim().max(500, "Use at most 500 characters.").default(""),
});
export type FileComplaintInput = z.input<typeof FileComplaintInput>;

/**
 * Reports to a shop that a delivered order was not received, for a customer with the order's code. Reports of
 * one order are one complaint.
 * @throws not_found; conflict when the order allows no complaint; rate_limited.
 */
export async function fileComplaint(ctx: Ctx, input: FileComplaintInput): Promise<void> {
  const { slug, code, symptom, details } = FileComplaintInput.parse(input);
  await consumeAttempt(ctx, [complaintBucket(ctx.address ?? "unknown")]);
  const order = await findOrder(ctx, { slug, code });
  if (order.complaint) return;
  if (!order.mayComplain) throw conflictError("It’s too late to report this order. Contact the shop.");
  await inTransaction(ctx, async (tx) => {
    const [made] = await readRows(
      tx.db,
      z.object({ orderId: z.string(), resellerId: int, purchaseId: z.string() }),
    )`
      insert into complaints (order_id, reseller_id, purchase_id, symptom, details)
      select id, reseller_id, purchase_id, ${symptom}, ${details || null} from orders where code = ${code}
      on conflict (purchase_id) do nothing returning order_id, reseller_id, purchase_id`;
    if (!made) return;
    await createNotification(tx, {
      to: made.resellerId,
      event: "complaint",
      key: made.purchaseId,
      path: "/shop",
      title: `Complaint about order ${order.reference}`,
      text: "A customer says it didn’t arrive. Reply to them, or report it to support.",
    });
    await recordAudit(tx, {
      action: "order.not_received",
      subject: "order",
      subjectId: made.orderId,
      resellerId: made.resellerId,
      after: { symptom },
    });
  });
}
