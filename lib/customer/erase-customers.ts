import { sql } from "drizzle-orm";
import { z } from "zod";
import { inTransaction } from "#db/client";
import { recordAudit } from "#lib/audit/record-audit";
import { type Ctx, requireAdmin } from "#lib/core/context";
import { Reason } from "#lib/core/text/reason";
import { parseRecipient } from "#lib/purchase/place/offer";

export const EraseCustomersInput = z.object({
  /** The email of the reseller whose customers are erased. */
  email: z.email("Enter a valid email address.").max(254).optional(),
  /** The number of a customer of any reseller. */
  phone: z.string().max(40).optional(),
  reason: Reason,
});
export type EraseCustomersInput = z.input<typeof EraseCustomersInput>;

/**
 * Permanently erases saved customers: all of a reseller, or one number of every reseller. Keeps purchases.
 * Admins only. @returns how many. @throws invalid at `mobile_number`
 */
export async function eraseCustomers(ctx: Ctx, input: EraseCustomersInput): Promise<number> {
  requireAdmin(ctx, "personal");
  const { email, phone: text, reason } = EraseCustomersInput.parse(input);
  const phone = text === undefined ? null : parseRecipient(text);
  const owner = sql`(select id from accounts where lower(email) = lower(${email ?? null}))`;
  return inTransaction(ctx, async (tx) => {
    const erased = await tx.db.execute(
      sql`delete from customers where reseller_id = ${owner} or phone = ${phone} returning id`,
    );
    const imports = await tx.db.execute(sql`
      delete from customer_imports where reseller_id = ${owner}
        or lines @> jsonb_build_array(jsonb_build_object('phone', ${phone}::text)) returning id`);
    if (erased.length + imports.length > 0)
      await recordAudit(tx, {
        action: "customer.erased",
        subject: "customer",
        subjectId: "saved",
        reason,
        before: { customers: erased.length, imports: imports.length },
        after: { customers: 0, imports: 0 },
      });
    return erased.length;
  });
}
