import { sql } from "drizzle-orm";
import { z } from "zod";
import { inTransaction } from "#db/client";
import { SEEN } from "#db/schema/case";
import { complaintBucket, takeTry } from "#lib/account/throttle";
import { record } from "#lib/audit/record";
import type { Ctx } from "#lib/core/context";
import { PortalError } from "#lib/core/error";
import { tell } from "#lib/notice/tell";
import { findOrder } from "./find-order.ts";

export const ComplainInput = z.object({
  slug: z.string().max(60),
  code: z.string().max(60),
  seen: z.enum(SEEN, "Choose what you see."),
  said: z.string().trim().max(500, "Use at most 500 characters.").default(""),
});
export type ComplainInput = z.input<typeof ComplainInput>;

/**
 * Tells a shop that an order which was delivered was not received; who has the order's code may. Said twice, it is one
 * complaint. @throws not_found; conflict when there is nothing to complain of; rate_limited.
 */
export async function complain(ctx: Ctx, input: ComplainInput): Promise<void> {
  const { slug, code, seen, said } = ComplainInput.parse(input);
  await takeTry(ctx, [complaintBucket(ctx.address ?? "unknown")]);
  const order = await findOrder(ctx, { slug, code });
  if (order.complaint) return;
  if (!order.mayComplain)
    throw new PortalError("conflict", "This order cannot be reported any more. Ask the shop.");
  await inTransaction(ctx, async (tx) => {
    const [made] = await tx.db.execute<Record<"order_id" | "reseller_id" | "purchase_id", string>>(sql`
      insert into complaints (order_id, reseller_id, purchase_id, seen, said)
      select id, reseller_id, purchase_id, ${seen}, ${said || null} from orders where code = ${code}
      on conflict (purchase_id) do nothing returning order_id, reseller_id, purchase_id`);
    if (!made) return;
    await tell(tx, {
      ...{ to: Number(made.reseller_id), event: "complaint", key: made.purchase_id, path: "/storefront" },
      title: "A customer did not receive an order",
      text: `Order ${order.reference}. Answer them, or have us look into it.`,
    });
    await record(tx, {
      ...{ action: "order.not_received", subject: "order", subjectId: made.order_id },
      resellerId: Number(made.reseller_id),
      after: { seen },
    });
  });
}
