import { paymentSettings as table } from "#db/schema/payment";
import type { Ctx } from "#lib/core/context";

/** How resellers may pay online, as the operator set it; amounts in minor units. Rights are the caller's. */
export async function paymentSettings(ctx: Ctx): Promise<Omit<typeof table.$inferSelect, "id">> {
  const { off, feeBearer, least, most, version } = table;
  const [row] = await ctx.db.select({ off, feeBearer, least, most, version }).from(table);
  if (!row) throw new Error("the row of payment settings is missing");
  return row;
}
