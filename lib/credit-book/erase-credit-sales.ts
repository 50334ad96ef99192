import { sql } from "drizzle-orm";
import { z } from "zod";
import { inTransaction } from "#db/client";
import { recordAudit } from "#lib/audit/record-audit";
import { type Ctx, requireAdmin } from "#lib/core/context";
import { Reason } from "#lib/core/text/reason";
import { parseRecipient } from "#lib/purchase/place/offer";

export const EraseCreditSalesInput = z.object({
  /** The email of the reseller whose credit book is erased. */
  email: z.email("Enter a valid email address.").max(254).optional(),
  /** The number of a customer in any reseller's book. */
  phone: z.string().max(40).optional(),
  reason: Reason,
});
export type EraseCreditSalesInput = z.input<typeof EraseCreditSalesInput>;

/**
 * Permanently erases sales in credit books with their payments: all of a reseller, or those of one number in
 * every book. Admins only. @returns how many sales. @throws invalid at `mobile_number`
 */
export async function eraseCreditSales(ctx: Ctx, input: EraseCreditSalesInput): Promise<number> {
  requireAdmin(ctx, "personal");
  const { email, phone: text, reason } = EraseCreditSalesInput.parse(input);
  const phone = text === undefined ? null : parseRecipient(text);
  return inTransaction(ctx, async (tx) => {
    const { length } = await tx.db.execute(sql`
      delete from credit_sales where phone = ${phone}
        or reseller_id = (select id from accounts where lower(email) = lower(${email ?? null}))
      returning id`);
    if (length > 0)
      await recordAudit(tx, {
        action: "credit_sale.erased",
        subject: "credit_sale",
        subjectId: "saved",
        reason,
        before: { sales: length },
        after: { sales: 0 },
      });
    return length;
  });
}
