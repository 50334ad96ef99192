import { eq } from "drizzle-orm";
import { inTransaction } from "#db/client";
import { notify } from "#db/listen";
import { priceLists } from "#db/schema/price-list";
import { type AuditInput, recordAudit } from "#lib/audit/record-audit";
import { type Ctx, requireReseller } from "#lib/core/context";
import type { Minor } from "#lib/core/money/money";
import { toRounding } from "./rounding.ts";

type Change = Pick<AuditInput, "action" | "before" | "after">;

/**
 * Changes the acting reseller's price list in a transaction that locks it, and makes it with the first change.
 * `change` gets the reseller's id and the rounding until now, and returns its audit record.
 */
export function changePriceList(
  ctx: Ctx,
  change: (tx: Ctx, resellerId: number, rounding: Minor) => Promise<Change>,
): Promise<void> {
  const { id: resellerId } = requireReseller(ctx);
  return inTransaction(ctx, async (tx) => {
    await tx.db
      .insert(priceLists)
      .values({ resellerId, rounding: toRounding(10) })
      .onConflictDoNothing();
    const [list] = await tx.db
      .select({ rounding: priceLists.rounding })
      .from(priceLists)
      .where(eq(priceLists.resellerId, resellerId))
      .for("update");
    if (!list) throw new Error("The price list was not written.");
    const changed = await change(tx, resellerId, list.rounding);
    await recordAudit(tx, { subject: "price list", subjectId: resellerId, resellerId, ...changed });
    await notify(tx.db, "shared_page");
  });
}
