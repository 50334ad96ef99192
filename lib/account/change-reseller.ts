import { eq, sql } from "drizzle-orm";
import { z } from "zod";
import { inTransaction } from "#db/client";
import { resellers } from "#db/schema/account";
import { changedMeanwhile } from "#lib/audit/changed-meanwhile";
import { record } from "#lib/audit/record";
import { Id } from "#lib/core/amount";
import { type Ctx, requireAdmin } from "#lib/core/context";
import { notFound, PortalError } from "#lib/core/error";
import { Reason } from "#lib/core/reason";

/** What every change of a reseller asks for. */
export const ResellerChange = z.object({
  resellerId: Id,
  /** The reseller as the form was made from. */
  version: z.coerce.number<string | number>().int(),
  reason: Reason,
});
export type ResellerChange = z.infer<typeof ResellerChange>;

type Values = Partial<Pick<typeof resellers.$inferSelect, "level" | "state" | "dailyLimit">>;

/**
 * Changes a reseller's row and records it: purchases that are placed at this moment have committed before, or see
 * the change. Admins only.
 * @throws not_found; conflict when somebody changed it meanwhile, it is so already, or the account is closed.
 */
export function changeReseller(
  ctx: Ctx,
  { resellerId, version, reason }: ResellerChange,
  action: string,
  values: Values,
): Promise<void> {
  requireAdmin(ctx);
  return inTransaction(ctx, async (tx) => {
    const before = await lockReseller(tx, { resellerId, version });
    const names = Object.keys(values) as (keyof Values)[];
    if (names.every((name) => before[name] === values[name]))
      throw new PortalError("conflict", "It is so already. Nothing was changed.");
    await tx.db
      .update(resellers)
      .set({ ...values, version: sql`${resellers.version} + 1` })
      .where(eq(resellers.id, resellerId));
    await record(tx, {
      action,
      subject: "reseller",
      subjectId: resellerId,
      resellerId,
      reason,
      before: Object.fromEntries(names.map((name) => [name, before[name]])),
      after: values,
    });
  });
}

/** The row of a reseller that is still as the form knew it, locked. Part of its caller's transaction. */
export async function lockReseller(
  ctx: Ctx,
  { resellerId, version }: Pick<ResellerChange, "resellerId" | "version">,
): Promise<typeof resellers.$inferSelect> {
  const [row] = await ctx.db.select().from(resellers).where(eq(resellers.id, resellerId)).for("update");
  if (!row) throw notFound("reseller");
  if (row.state === "closed") throw new PortalError("conflict", "This account is closed, for good.");
  if (row.version !== version)
    throw await changedMeanwhile(ctx, { subject: "reseller", subjectId: resellerId });
  return row;
}
